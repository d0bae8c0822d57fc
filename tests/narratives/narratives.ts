/** Reads the invented narratives, and how well their values are found. */
import { readFileSync } from 'node:fs';
import type { TextPart } from '../../schemas/compile/sources.types.ts';
import { buildCodingIndex, type CodingName } from '../../shared/coding/index.ts';
import { wordsOf } from '../../shared/coding/words.ts';
import { namesOf } from '../../shared/text-values/namesOf.ts';
import { readText } from '../../shared/text-values/readText.ts';
import type { TextValue } from '../../shared/text-values/textValues.types.ts';

interface Narrative {
  title: string;
  language: string;
  text: string;
  values: { kind: string; row: string; value: string }[];
}

const MARK = /\{(\w+) ([^|{}]*)\|([^{}]*)\}/g;
const PATIENT = new Set(['age', 'sex', 'deathDate']);
const lines = (name: string): string[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

/** The narratives of a file, without their marks. */
export function readNarratives(file: string): Narrative[] {
  const parts = readFileSync(new URL(file, import.meta.url), 'utf8')
    .split(/^## /m)
    .slice(1);
  return parts.map((part) => {
    const [title = '', ...body] = part.trim().split('\n');
    const marked = body.join('\n');
    const values = [...marked.matchAll(MARK)].map(({ 1: kind = '', 2: about = '', 3: words = '' }) => {
      const [row = '', ...value] = PATIENT.has(kind) ? ['p', ...about.split(' ')] : about.split(' ');
      return { kind, row, value: value.join(' ') || words };
    });
    return { title, language: title.split(' ')[1] ?? '', text: marked.replaceAll(MARK, '$3'), values };
  });
}

/** A line of a table in all languages; several names of one language are parted by semicolons. */
function namesIn(file: string, first: number): CodingName[] {
  return lines(file).flatMap((line, at) => {
    const cells = line.split('\t');
    const code = first === 0 ? `P${at}` : (cells[0] ?? '');
    return cells.slice(first).flatMap((cell) =>
      cell
        .split(';')
        .filter(Boolean)
        .map((name) => ({ code, name })),
    );
  });
}

const reactions = buildCodingIndex(namesIn('terms.tsv', 1), false);
const NAMES = namesOf({ index: reactions }, [{ index: buildCodingIndex(namesIn('products.tsv', 0), true) }]);
const termOf = (name: string): string => NAMES.reactions(wordsOf(name), name)[0]?.code ?? `no term ${name}`;

const KINDS: readonly { kind: string; parts: TextPart[] }[] = [
  { kind: 'age', parts: ['age', 'ageUnit'] },
  { kind: 'sex', parts: ['sex'] },
  { kind: 'reaction', parts: ['reactionCode'] },
  { kind: 'onset', parts: ['onset'] },
  { kind: 'end', parts: ['reactionEnd'] },
  { kind: 'outcome', parts: ['outcome'] },
  { kind: 'drug', parts: ['drug'] },
  { kind: 'dose', parts: ['dose', 'doseUnit'] },
  { kind: 'freq', parts: ['interval', 'intervalUnit'] },
  { kind: 'route', parts: ['route'] },
  { kind: 'lot', parts: ['lot'] },
  { kind: 'start', parts: ['start'] },
  { kind: 'stop', parts: ['stop'] },
  { kind: 'action', parts: ['action'] },
  { kind: 'result', parts: ['testResult', 'testUnit'] },
  { kind: 'deathDate', parts: ['deathDate'] },
];
const ROUTES: Readonly<Record<string, string>> = {
  oral: 'ROA-20053000',
  intravenous: 'ROA-20045000',
  subcutaneous: 'ROA-20066000',
  intramuscular: 'ROA-20035000',
};
const TEST_UNITS: Readonly<Record<string, string>> = { 'IU/L': '[iU]/L' };

export interface Score {
  right: number;
  wrong: number;
  missing: number;
}

/** Compares what is found with what is marked: a value counts with the drug, reaction or test that it belongs to. */
export function scoreOf(
  narratives: readonly Narrative[],
  report: (line: string) => void,
): Map<string, Score> {
  const scores = new Map<string, Score>(KINDS.map(({ kind }) => [kind, { right: 0, wrong: 0, missing: 0 }]));
  for (const { title, text, values } of narratives) {
    const expected = expectedOf(values);
    const found = foundOf(readText(text, NAMES).values);
    for (const [key, kind] of found) {
      const score = scores.get(kind);
      if (!score) continue;
      if (expected.has(key)) score.right += 1;
      else {
        score.wrong += 1;
        report(`${title}: wrong ${key}`);
      }
    }
    for (const [key, kind] of expected)
      if (!found.has(key)) {
        const score = scores.get(kind);
        if (score) score.missing += 1;
        report(`${title}: missing ${key}`);
      }
  }
  return scores;
}

/** `kind of what: value`, with the kind. */
function expectedOf(values: Narrative['values']): Map<string, string> {
  const nameOf = (row: string) =>
    values
      .filter((one) => one.row === row && ['drug', 'reaction', 'test'].includes(one.kind))
      .map(({ kind, value }) => (kind === 'reaction' ? termOf(value) : value.toLowerCase()))[0] ?? '';
  return new Map(
    values
      .filter(({ kind }) => kind !== 'test')
      .map(({ kind, row, value }) => {
        const shown =
          kind === 'reaction'
            ? termOf(value)
            : kind === 'route'
              ? (ROUTES[value] ?? value)
              : kind === 'result'
                ? unitOf(value)
                : value;
        return [`${kind} of ${nameOf(row)}: ${kind === 'drug' ? shown.toLowerCase() : shown}`, kind];
      }),
  );
}

function unitOf(value: string): string {
  const [number = '', ...unit] = value.split(' ');
  const written = unit.join(' ').replace('x 10^9/L', '10*9/L').replace('×10^9/L', '10*9/L');
  return `${number.replace(',', '').replace('×10^9/L', ' 10*9/L')} ${TEST_UNITS[written] ?? written}`.trim();
}

function foundOf(values: readonly TextValue[]): Map<string, string> {
  const nameOf = ({ subject, row }: TextValue) => {
    const parts = values.filter((one) => one.subject === subject && one.row === row).map((one) => one.parts);
    const all = Object.assign({}, ...parts) as TextValue['parts'];
    return subject === 'reaction' ? (all.reactionCode ?? '') : (all.drug ?? all.test ?? '').toLowerCase();
  };
  const found = new Map<string, string>();
  for (const value of values)
    for (const { kind, parts } of KINDS)
      if (parts.every((part) => value.parts[part] !== undefined)) {
        const shown = parts.map((part) => value.parts[part]).join(' ');
        found.set(`${kind} of ${nameOf(value)}: ${kind === 'drug' ? shown.toLowerCase() : shown}`, kind);
      }
  return found;
}

export const scoreTable = (scores: ReadonlyMap<string, Score>): string => {
  const rows = [...scores, ['all', sum([...scores.values()])] as const];
  return rows
    .map(([kind, { right, wrong, missing }]) => {
      const percent = (of: number) => (of === 0 ? '    –' : `${((100 * right) / of).toFixed(1).padStart(5)}`);
      return `${kind.padEnd(10)} ${String(right).padStart(4)} right ${String(wrong).padStart(3)} wrong ${String(missing).padStart(4)} missing  precision ${percent(right + wrong)}  recall ${percent(right + missing)}`;
    })
    .join('\n');
};

const sum = (all: readonly Score[]): Score =>
  all.reduce(
    (one, other) => ({
      right: one.right + other.right,
      wrong: one.wrong + other.wrong,
      missing: one.missing + other.missing,
    }),
    { right: 0, wrong: 0, missing: 0 },
  );
