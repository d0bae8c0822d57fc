/** Two configurations element by element, and what differs inside an element. Pure. */
import { canonicalText } from '../text/canonicalText.ts';
import { addressText, type PackAddress, type PackPart } from './pack.ts';

type ElementState = 'new' | 'changed' | 'same' | 'missing';

export interface ContentDifference {
  /** names of the properties and entries on the way to the value */
  path: string;
  /** null: not there */
  was: string | null;
  is: string | null;
}

export interface ElementComparison extends PackAddress {
  /** missing: not in the pack that is compared */
  state: ElementState;
  differences: ContentDifference[];
  /** differences that are not listed */
  more: number;
}

interface Element extends PackAddress {
  content: unknown;
}

type DifferencesIn = (part: PackPart, was: unknown, is: unknown) => ContentDifference[];

/** More would not be read. */
const MAX_DIFFERENCES = 100;
const MAX_TEXT = 300;

/**
 * What `pack` would make of `before`, in the order of the pack; then what is only in `before`.
 *
 * @param differencesIn what differs inside an element of a part, of its content before (undefined: there is none) and after
 */
export function comparePacks(
  before: readonly Element[],
  pack: readonly Element[],
  differencesIn: DifferencesIn = (_part, was, is) => differencesOf(was, is),
): ElementComparison[] {
  const known = new Map(before.map((element) => [addressText(element), element]));
  const named = new Set(pack.map(addressText));
  return [
    ...pack.map((element) => compareElement(known.get(addressText(element)), element, differencesIn)),
    ...before
      .filter((element) => !named.has(addressText(element)))
      .map(({ part, name }) => ({ part, name, state: 'missing' as const, differences: [], more: 0 })),
  ];
}

function compareElement(
  before: Element | undefined,
  { part, name, content }: Element,
  differencesIn: DifferencesIn,
): ElementComparison {
  const address = { part, name };
  if (before && canonicalText(before.content) === canonicalText(content))
    return { ...address, state: 'same', differences: [], more: 0 };
  const all = differencesIn(part, before?.content, content);
  return {
    ...address,
    state: before ? 'changed' : 'new',
    differences: all
      .slice(0, MAX_DIFFERENCES)
      .map(({ path, was, is }) => ({ path, was: shortened(was), is: shortened(is) })),
    more: Math.max(0, all.length - MAX_DIFFERENCES),
  };
}

/** The values that differ, in the order in which they are found. */
export function differencesOf(before: unknown, after: unknown): ContentDifference[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((path) => was.get(path) !== is.get(path))
    .map((path) => ({ path, was: was.get(path) ?? null, is: is.get(path) ?? null }));
}

const shortened = (text: string | null): string | null =>
  text !== null && text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;

/** Every value by the way to it. A text that is JSON, as of a schema file, is compared by its values. */
function valuesOf(content: unknown, path = '', values = new Map<string, string>()): Map<string, string> {
  const parsed = typeof content === 'string' && /^\s*[{[]/.test(content) ? parsedText(content) : content;
  if (Array.isArray(parsed) && parsed.some((entry) => typeof entry === 'object' && entry !== null))
    parsed.forEach((entry: unknown, index) => valuesOf(entry, joined(path, entryName(entry, index)), values));
  else if (Array.isArray(parsed))
    for (const entry of parsed as unknown[]) values.set(joined(path, String(entry)), String(entry));
  else if (typeof parsed === 'object' && parsed !== null)
    for (const [name, value] of Object.entries(parsed)) valuesOf(value, joined(path, name), values);
  else if (parsed !== undefined && parsed !== null) values.set(path, String(parsed));
  return values;
}

function parsedText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // a text that only looks like it
    return text;
  }
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path} > ${name}`);

/** An entry keeps its name when others come before it. */
const NAMES = ['itemId', 'id', 'code', 'column', 'name', 'from'] as const;

function entryName(entry: unknown, index: number): string {
  if (typeof entry !== 'object' || entry === null) return String(index + 1);
  const found = entry as Record<string, unknown>;
  const name = NAMES.map((key) => found[key]).find((value) => typeof value === 'string');
  const english = (found['name'] as { en?: unknown } | undefined)?.en;
  const to = typeof found['to'] === 'string' ? ` → ${found['to']}` : '';
  return typeof name === 'string'
    ? `${name}${to}`
    : typeof english === 'string'
      ? english
      : String(index + 1);
}
