/** Random edits of the schema files, for the laws of what the linter lets pass. */
import fc from 'fast-check';
import { sourceKind } from '../schemas/compile/sourceFiles.ts';
import type { SourceText } from '../schemas/compile/sources.types.ts';
import { realSources } from '../schemas/compile/testSources.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Files that analysts write; only some of the many similar code lists. */
const files = realSources.filter(({ file }) =>
  sourceKind(file) === 'codeList' ? /(sex|drug-role|units-age)\./.test(file) : sourceKind(file) !== null,
);

const words = [...new Set(files.flatMap(({ text }) => text.match(/(?<=")[\w.-]{1,20}(?=")/g) ?? []))];

const value: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(...words),
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e9, '', 'constructor', '__proto__', 'a|b', '\u0000'),
  fc.constantFrom<Json>([], {}, ['D.1'], { en: 'x', ko: 'x', ja: 'x', zh: 'x' }, [[]], [null]),
  fc.constantFrom(
    'true',
    'present("D.1")',
    'value("E.i.7") == "1"',
    'anyRow("G.k", present("G.k.1"))',
    'value(',
    '1 / 0',
  ),
);

export interface RandomEdit {
  file: number;
  /** target of a change: any position, an element of a list (an item, a rule), or a technical value */
  aim: 'any' | 'entry' | 'word';
  node: number;
  /** `borrow`: the value under the same key elsewhere in the file */
  how: 'delete' | 'repeat' | 'replace' | 'borrow' | 'rename' | 'truncate' | 'insert';
  value: Json;
}

export const randomEdit: fc.Arbitrary<RandomEdit> = fc.record({
  file: fc.nat(),
  aim: fc.constantFrom('any', 'entry', 'entry', 'word', 'word', 'word'),
  node: fc.nat(1_000_000),
  how: fc.constantFrom<RandomEdit['how']>(
    ...(['delete', 'delete', 'repeat', 'replace', 'replace', 'rename', 'truncate', 'insert'] as const),
    ...(['borrow', 'borrow', 'borrow', 'borrow', 'borrow', 'borrow'] as const),
  ),
  value,
});

/** Every position below a JSON value: its container and key. */
export function placesIn(
  json: Json,
  found: { holder: Json; key: string }[] = [],
): { holder: Json; key: string }[] {
  if (json === null || typeof json !== 'object') return found;
  for (const [key, inside] of Object.entries(json)) {
    found.push({ holder: json, key });
    placesIn(inside, found);
  }
  return found;
}

function changed(sources: SourceText[], { file, ...rest }: RandomEdit): SourceText[] {
  const chosen = sources[file % sources.length];
  if (!chosen) return sources;
  const text = changedText(chosen.text, rest);
  return sources.map((source) => (source === chosen ? { file: source.file, text } : source));
}

function changedText(text: string, { aim, node, how, value: given }: Omit<RandomEdit, 'file'>): string {
  const at = node % Math.max(1, text.length);
  if (how === 'truncate') return text.slice(0, at);
  if (how === 'insert') return text.slice(0, at) + String(given) + text.slice(at);
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch {
    // invalidated by an earlier change
    return text;
  }
  const places = placesIn(json).filter(AIMS[aim]);
  const { holder, key } = places[node % Math.max(1, places.length)] ?? { holder: null, key: '' };
  const lenders = places.filter((place) => place.key === key);
  const lender = lenders[(node >> 5) % Math.max(1, lenders.length)];
  const put = how === 'borrow' ? structuredClone(valueAt(lender)) : given;
  if (Array.isArray(holder)) changeList(holder, Number(key), how, put);
  else if (holder !== null && typeof holder === 'object') changeObject(holder, key, how, put);
  return JSON.stringify(json, null, 2);
}

/** Keys of localized texts. */
const LANGUAGES = ['en', 'ko', 'ja', 'zh'];

const AIMS: Readonly<Record<RandomEdit['aim'], (place: { holder: Json; key: string }) => boolean>> = {
  any: () => true,
  entry: (place) => Array.isArray(place.holder) && typeof valueAt(place) === 'object',
  word: (place) => typeof valueAt(place) === 'string' && !LANGUAGES.includes(place.key),
};

export function valueAt(place: { holder: Json; key: string } | undefined): Json {
  if (!place || place.holder === null || typeof place.holder !== 'object') return null;
  return Array.isArray(place.holder)
    ? (place.holder[Number(place.key)] ?? null)
    : (place.holder[place.key] ?? null);
}

function changeList(list: Json[], at: number, how: RandomEdit['how'], given: Json): void {
  if (how === 'delete') list.splice(at, 1);
  else if (how === 'repeat') list.splice(at, 0, structuredClone(list[at] ?? null));
  else list[at] = given;
}

function changeObject(object: Record<string, Json>, key: string, how: RandomEdit['how'], given: Json): void {
  if (how === 'delete') delete object[key];
  else if (how === 'repeat') object[`${key}2`] = structuredClone(object[key] ?? null);
  else if (how === 'rename') {
    Object.defineProperty(object, String(given), { value: object[key], enumerable: true });
    delete object[key];
  } else object[key] = given;
}

/** The files after some edits; files that analysts do not write stay. */
export const edited = (edits: readonly RandomEdit[]): SourceText[] =>
  edits.reduce((before, edit) => {
    const mine = changed(before.filter(isFile), edit);
    return before.map((source) => mine.find(({ file }) => file === source.file) ?? source);
  }, realSources);

const isFile = ({ file }: SourceText): boolean => files.some((one) => one.file === file);
