/** Looking terms up in dictionaries of full size: ten kinds of keyword, and some more. */
import { sql } from 'kysely';
import type { Deps } from '../server/deps.ts';
import { findEntries } from '../server/dictionaries/entries.store.ts';
import type { LoadedEntry } from '../server/dictionaries/entry.ts';
import { lookUp, type LookUpRequest } from '../server/dictionaries/lookUp.ts';
import { activateRelease, loadRelease } from '../server/dictionaries/releases.service.ts';
import { findUsable } from '../server/dictionaries/releases.store.ts';
import { indexOf } from '../server/coding/codingSources.ts';
import { runNotes, namesOf } from '../shared/text-values/namesOf.ts';
import { readText } from '../shared/text-values/readText.ts';
import { onBenchServer, vacuum } from './benchServer.ts';
import { inventedDrugs, inventedTerms } from './dictionariesTerms.ts';
import { median, p99Within, percentile, type Measured } from './measure.ts';

const VERSION = 'bench';
const TERMS = 90_000;
const DRUGS = 1_000_000;
/** like all of them more than are held in memory */
const QUICK_DRUGS = 250_000;
const ROUNDS = 100;
const WARM_UPS = 3;
/** a search takes less than the clock of processor time tells apart */
const RUNS = 5;
const COMMON_KEYWORDS = 10;
const NARRATIVES = 40;
/** entries that a narrative names */
const NAMED = 20;
const TEXT_BUDGET_MS = 500;
const PADDING =
  'The patient was seen in the outpatient clinic two weeks after the first dose because of complaints that had begun at night, and the examination of heart and lungs was normal.';
/** rows of a page */
const ROW_COUNT = 10;

interface Shelf {
  dictionary: string;
  /** 99 of 100 searches take no longer */
  budgetMs: number;
  make: (quick: boolean) => Iterable<LoadedEntry>;
}

const SHELVES: readonly Shelf[] = [
  { dictionary: 'MEDDRA', budgetMs: 30, make: () => inventedTerms(TERMS) },
  { dictionary: 'WHODD', budgetMs: 100, make: (quick) => inventedDrugs(quick ? QUICK_DRUGS : DRUGS) },
];

type Entry = Omit<LoadedEntry, 'current'>;

interface Kind {
  name: string;
  /** made of the term or code of some entry, so that each round asks for another one */
  of: (entry: Entry) => string | null;
  /** only those that most entries have */
  commonest?: true;
  more?: Partial<LookUpRequest>;
  /** of dictionaries with this field only */
  field?: string;
}

const LATIN = /^[a-z]+$/i;
const HANGUL = /^\p{sc=Hangul}+$/u;
const KANA = /^[\p{sc=Kana}\p{sc=Han}]+$/u;

/** The given number of characters of the first word in a script, from its beginning or within it. */
const cut =
  (script: RegExp, characters: number, from = 0) =>
  ({ term: { en } }: Pick<LoadedEntry, 'term'>): string | null => {
    const word = [...(en.split(' ')[0] ?? '')];
    return script.test(word.join('')) && word.length >= characters + from
      ? word.slice(from, from + characters).join('')
      : null;
  };

/** What most names hold, of some country or kind: few or many of them are found. */
const CONDITIONS: readonly { field: string; fields: Record<string, string> }[] = [
  { field: 'countryCode', fields: {} },
  ...['KOR', 'NOR', 'ISL'].map((country) => ({ field: 'countryCode', fields: { countryCode: country } })),
  { field: 'genOrPre', fields: { genOrPre: 'Y', countryCode: 'ISL' } },
  { field: 'genAndPre', fields: { genAndPre: 'Y', countryCode: 'NOR' } },
];

const COMMONEST: readonly Kind[] = CONDITIONS.flatMap(({ field, fields }) =>
  [
    { script: 'three letters', of: cut(LATIN, 3) },
    { script: 'two Korean characters', of: cut(HANGUL, 2) },
    { script: 'two Japanese characters', of: cut(KANA, 2) },
  ].map(({ script, of }): Kind => ({
    name: `the commonest ${[script, ...Object.values(fields)].join(', ')}`,
    of,
    commonest: true,
    more: { fields },
    field,
  })),
);

const KINDS: readonly Kind[] = [
  { name: 'a whole term', of: ({ term }) => term.en },
  { name: 'a word', of: cut(LATIN, 7) },
  { name: 'five letters', of: cut(LATIN, 5) },
  { name: 'three letters', of: cut(LATIN, 3) },
  { name: 'letters within a word', of: cut(LATIN, 5, 1) },
  { name: 'two Korean characters', of: cut(HANGUL, 2) },
  { name: 'three Korean characters', of: cut(HANGUL, 3) },
  { name: 'two Japanese characters', of: cut(KANA, 2) },
  { name: 'a code', of: ({ code }) => code },
  { name: 'a misspelt word', of: (entry) => misspelt(cut(LATIN, 8)(entry)) },
  { name: 'three letters, page 50', of: cut(LATIN, 3), more: { offset: 49 * ROW_COUNT } },
  { name: 'the whole term only', of: ({ term }) => term.en, more: { exact: true } },
  {
    name: 'five letters, one country',
    of: cut(LATIN, 5),
    more: { fields: { countryCode: 'KOR' } },
    field: 'countryCode',
  },
  ...COMMONEST,
];

/** A letter too many: nothing holds it. */
const misspelt = (word: string | null): string | null => word && `${word.slice(0, 5)}q${word.slice(5)}`;

/**
 * The ratio is the 99th percentile to the budget. `--quick` loads fewer drugs; BENCH_DICTIONARIES_DIR keeps the
 * database, which takes minutes to fill, and uses it again.
 */
export async function benchDictionaries({ quick }: { quick: boolean }): Promise<Measured[]> {
  return onBenchServer(
    { dataDir: process.env['BENCH_DICTIONARIES_DIR'] },
    async ({ deps, ownerUrl, processorMs }) => {
      const results: Measured[] = [];
      for (const shelf of SHELVES) {
        const loaded = await fill(deps, shelf, quick);
        if (loaded) results.push(loaded);
      }
      await vacuum(ownerUrl, 'dictionary_search', 'dictionary_entry');
      for (const shelf of SHELVES)
        results.push(...(await measureShelf(deps, shelf, processorMs)), await measureTexts(deps, shelf));
      return results;
    },
  );
}

/** Loads the dictionary, unless a kept database has it. */
async function fill(deps: Deps, { dictionary, make }: Shelf, quick: boolean): Promise<Measured | null> {
  if ((await findUsable(deps.db, dictionary, null))?.version === VERSION) return null;
  const started = performance.now();
  const release = { dictionary, version: VERSION, sample: true, files: [], loaded_by: 'operator' };
  const releaseNo = await loadRelease(deps, release, make(quick));
  await activateRelease(deps, releaseNo, 'operator');
  const seconds = (performance.now() - started) / 1000;
  const { rows } = await sql<{ count: number }>`
    select entries as count from dictionary_release where release_no = ${releaseNo}`.execute(deps.db);
  const count = rows[0]?.count ?? 0;
  return {
    name: `${dictionary}: loading, s / 1000 entries`,
    ratio: seconds / (count / 1000),
    budget: null,
    detail: `${count} entries in ${seconds.toFixed(0)} s`,
  };
}

async function measureShelf(
  deps: Deps,
  { dictionary, budgetMs }: Shelf,
  processorMs: () => number,
): Promise<Measured[]> {
  const { catalogue, db } = deps;
  const release = await findUsable(db, dictionary, null);
  const { release_no: releaseNo, entries: count } = release ?? { release_no: 0, entries: 0 };
  const some = Array.from({ length: ROUNDS * 40 }, (_, at) => 1 + ((at * 7919) % Math.max(count, 1)));
  const entries = await findEntries(db, releaseNo, [...new Set(some)]);
  const fields = catalogue.dictionaries[dictionary]?.fields ?? [];
  const results: Measured[] = [];
  for (const { name, of, commonest, more, field } of KINDS) {
    if (field !== undefined && !fields.some((one) => one.field === field)) continue;
    const made = [...entries.values()].flatMap((entry) => of(entry) ?? []);
    const keywords = commonest ? commonestOf(made) : made.slice(0, ROUNDS + WARM_UPS);
    const ours: number[] = [];
    const floor: number[] = [];
    let hits = 0;
    for (const [at, keyword] of keywords.entries()) {
      const [found, time] = await timed(() =>
        lookUp(db, catalogue, { ...requestOf(dictionary, keyword), ...more }),
      );
      hits += found.total;
      ours.push(time);
      floor.push((await timed(() => findEntries(db, releaseNo, some.slice(at, at + ROW_COUNT))))[1]);
    }
    const settled = ours.slice(WARM_UPS);
    const taken = await processorTimesOf(processorMs, keywords, (keyword) =>
      lookUp(db, catalogue, { ...requestOf(dictionary, keyword), ...more }),
    );
    const p99 = percentile(settled, 0.99);
    results.push({
      name: `${dictionary}: ${name}, p99 / ${budgetMs} ms`,
      ratio: p99 / budgetMs,
      budget: 1,
      detail:
        `p50 ${median(settled).toFixed(1)} and p99 ${p99.toFixed(1)} ms, of processor time ` +
        `p50 ${median(taken).toFixed(1)} and p99 ${percentile(taken, 0.99).toFixed(1)} ms, ` +
        `${Math.round(hits / keywords.length)} hits; ` +
        `ten rows by key p50 ${median(floor).toFixed(1)} and p99 ${percentile(floor, 0.99).toFixed(1)} ms`,
    });
  }
  return results;
}

const requestOf = (dictionary: string, keyword: string): LookUpRequest => ({
  dictionary,
  version: null,
  keyword,
  code: null,
  exact: false,
  fields: {},
  offset: 0,
  rowCount: ROW_COUNT,
});

/** Of these keywords so many that come most often, each once. */
const commonestOf = (keywords: readonly string[]): string[] =>
  [...Map.groupBy(keywords, (keyword) => keyword)]
    .toSorted(([, some], [, others]) => others.length - some.length)
    .slice(0, COMMON_KEYWORDS)
    .map(([keyword]) => keyword);

/** Of each keyword the mean of some runs. */
async function processorTimesOf(
  processorMs: () => number,
  keywords: readonly string[],
  work: (keyword: string) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  for (const keyword of keywords) {
    const before = processorMs();
    for (let run = 0; run < RUNS; run += 1) await work(keyword);
    times.push((processorMs() - before) / RUNS);
  }
  return times;
}

/**
 * A narrative that names drugs or terms of the dictionary, read for them: the names of a large release are looked up run by
 * run of its words.
 */
async function measureTexts(deps: Deps, { dictionary }: Shelf): Promise<Measured> {
  const { catalogue, db } = deps;
  const release = await findUsable(db, dictionary, null);
  const descriptor = catalogue.dictionaries[dictionary];
  if (!release || !descriptor) throw new Error(`no release of ${dictionary}`);
  const { entries: count, release_no: releaseNo } = release;
  const nos = Array.from({ length: NARRATIVES * NAMED }, (_, at) => 1 + ((at * 7919) % count));
  const entries = [...(await findEntries(db, releaseNo, nos)).values()];
  const texts = Array.from({ length: NARRATIVES }, (_, at) =>
    entries
      .slice(at * NAMED, (at + 1) * NAMED)
      .map(({ term }) => `${PADDING} She took ${term.en} daily and developed ${term.en}.`)
      .join(' '),
  );
  const read = async (text = '') => {
    const { names, runs } = runNotes();
    readText(text, names);
    const index = await indexOf(db, { descriptor, release, codes: [] }, () => Promise.resolve(runs));
    return { held: index.size, values: readText(text, namesOf({ index }, [{ index }])).values.length };
  };
  const { held, values } = await read(texts.pop());
  const found = `${held} names held, ${values} values found in ${texts[0]?.length ?? 0} characters`;
  const name = `${dictionary}: names in a narrative`;
  const rounds = { warmUps: WARM_UPS, rounds: texts.length - WARM_UPS };
  return p99Within({ ...rounds, name, budgetMs: TEXT_BUDGET_MS, found }, () => read(texts.pop()));
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const started = performance.now();
  const done = await work();
  return [done, performance.now() - started];
}
