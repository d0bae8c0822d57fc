/**
 * `npm run bench:coding -- DICT.tsv PAIRS.tsv [--learn LEARN.tsv] [--verbatim]`: how good the suggested codes are on data of one's own.
 * Tab-separated, first line a header: the dictionary `code<TAB>term` (several lines may share a code: synonyms), pairs and
 * codings to learn from `text<TAB>code`. `--invent DIR` writes such files with invented terms and hard pairs instead. `--verbatim`: the texts are
 * in patients' own words.
 */
import { parseArgs } from 'node:util';
import { buildCodingMemory } from '../../shared/coding/index.ts';
import {
  buildMeasured,
  measureCoding,
  measureFolds,
  type Accuracy,
  type Figures,
  type Pair,
} from './figures.ts';
import { inventTables } from './invent.ts';
import { readTable, TableProblem } from './readTable.ts';

const FOLDS = 5;
const MB = 1024 * 1024;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(8);
const line = (name: string, { pairs, at1, at5, at10, mrr }: Accuracy): void =>
  console.log(
    `  ${name.padEnd(34)}${String(pairs).padStart(8)}  ${percent(at1)}  ${percent(at5)}  ${percent(at10)}  ${mrr.toFixed(3)}`,
  );

function print(
  title: string,
  { all, exact, others, coded, uncoded, safe, medianMs, p95Ms, p99Ms }: Figures,
): void {
  console.log(`${title.padEnd(36)}   pairs        @1        @5       @10    MRR`);
  line('all', all);
  line('exact but for form and order', exact);
  line('not exact', others);
  if (coded) line('coded before', coded);
  if (uncoded) line('new', uncoded);
  console.log(
    `  safe without a person: ${percent(safe.share).trim()} of all, right in ${percent(safe.right).trim()}`,
  );
  console.log(
    `  a question: median ${medianMs.toFixed(2)} ms, 95th percentile ${p95Ms.toFixed(2)} ms, 99th ${p99Ms.toFixed(2)} ms\n`,
  );
}

const pairsOf = (file: string): Pair[] =>
  readTable(file, ['text', 'code']).map(({ first, second }) => ({ text: first, code: second }));

function run(
  dictionary: string,
  pairsFile: string,
  { learn: learnFile, verbatim }: { learn: string | undefined; verbatim: boolean },
): void {
  const names = readTable(dictionary, ['code', 'term']).map(({ first, second }) => ({
    code: first,
    name: second,
  }));
  const pairs = pairsOf(pairsFile);
  const learn = learnFile === undefined ? [] : pairsOf(learnFile);
  const { index, ms, bytes } = buildMeasured(names);
  const missing = pairs.filter(({ code }) => index.indexOfCode(code) === undefined).length;
  console.log(
    `${index.size} names of ${index.codes.length} codes${index.products ? ', of products' : ''}: index built in ${(ms / 1000).toFixed(1)} s, ${(bytes / MB).toFixed(0)} MB`,
  );
  if (missing > 0)
    console.log(`${missing} of ${pairs.length} pairs have a code the dictionary lacks: they count as wrong`);
  console.log('');
  print('Dictionary alone', measureCoding({ index }, pairs));
  if (learn.length > 0) {
    const memory = buildCodingMemory(
      index,
      learn.map((pair) => ({ ...pair, times: 1 })),
    );
    print(`With ${learn.length} codings learnt`, measureCoding({ index, memory, verbatim }, pairs));
  }
  if (pairs.length >= FOLDS * 2)
    print(`${FOLDS}-fold: learnt from these pairs`, measureFolds(index, pairs, { folds: FOLDS, verbatim }));
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      learn: { type: 'string' },
      invent: { type: 'string' },
      verbatim: { type: 'boolean', default: false },
    },
  });
  const [dictionary, pairs, ...more] = positionals;
  if (values.invent !== undefined) inventTables(values.invent);
  else if (dictionary === undefined || pairs === undefined || more.length > 0)
    throw new TableProblem('expected two files: DICT.tsv PAIRS.tsv [--learn LEARN.tsv] [--verbatim]');
  else run(dictionary, pairs, { learn: values.learn, verbatim: values.verbatim });
} catch (error) {
  if (!(error instanceof TableProblem) && !(error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS'))
    throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}
