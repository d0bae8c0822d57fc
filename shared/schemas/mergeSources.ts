/** Merges two changes of one schema file, value by value. */
import { getNodeValue } from 'jsonc-parser';
import type { Node } from 'jsonc-parser';
import { parseValid } from '../../schemas/compile/check/parseSource.ts';
import { canonicalText } from '../text/canonicalText.ts';
import { formatSource } from './formatSource.ts';

/** The text that both change, and the two changed ones. */
export interface Versions<T> {
  base: T;
  theirs: T;
  mine: T;
}

export type Side = 'theirs' | 'mine';

/** A place that both change, with the texts of its values; null: it is not there. */
export interface ContestedPlace extends Versions<string | null> {
  path: string;
}

export interface MergeResult {
  text: string;
  /** where the merged text has the value of one side */
  contested: readonly ContestedPlace[];
}

/**
 * The text with both changes. Objects are merged by their keys, arrays by the names of their entries; an array whose
 * entries have no names of their own is one value. `winner`: whose value stays where both change one. Null where one of the
 * texts is no valid JSON.
 */
export function mergeSources(file: string, texts: Versions<string>, winner: Side): MergeResult | null {
  const [base, theirs, mine] = [texts.base, texts.theirs, texts.mine].map(parsed);
  if (!base || !theirs || !mine) return null;
  const contested: ContestedPlace[] = [];
  const merged = merge({ base, theirs, mine }, [], { winner, contested });
  const text = merged && formatSource({ file, text: merged });
  return text == null ? null : { text, contested };
}

/** A value and the text that contains it. */
interface Value {
  node: Node;
  source: string;
}

interface Merging {
  winner: Side;
  contested: ContestedPlace[];
}

function parsed(text: string): Value | null {
  const node = parseValid(text);
  return node && { node, source: text };
}

/** The text of the merged value; null: it is not there. */
function merge(
  values: Versions<Value | undefined>,
  path: readonly string[],
  merging: Merging,
): string | null {
  const { base, theirs, mine } = values;
  if (isSame(base, theirs) || isSame(mine, theirs)) return textOf(mine);
  if (isSame(base, mine)) return textOf(theirs);
  return mergeMembers(values, path, merging) ?? textOf(contest(values, path, merging));
}

function contest(
  values: Versions<Value | undefined>,
  path: readonly string[],
  { winner, contested }: Merging,
): Value | undefined {
  const [base, theirs, mine] = [values.base, values.theirs, values.mine].map(textOf) as [
    string | null,
    string | null,
    string | null,
  ];
  contested.push({ path: path.join(' > '), base, theirs, mine });
  return values[winner];
}

/** Members by their names; null where the values are not three objects, or three arrays with names. */
function mergeMembers(
  { base, theirs, mine }: Versions<Value | undefined>,
  path: readonly string[],
  merging: Merging,
): string | null {
  const type = base?.node.type;
  if (!base || !theirs || !mine || theirs.node.type !== type || mine.node.type !== type) return null;
  const [before, other, own] = [membersOf(base), membersOf(theirs), membersOf(mine)];
  if (!before || !other || !own) return null;
  const order = mergedOrder({ base: [...before.keys()], theirs: [...other.keys()], mine: [...own.keys()] });
  // the order of keys has no meaning
  if (!order && type === 'array') return null;
  const parts = (order ?? [...new Set([...other.keys(), ...own.keys()])]).flatMap((name) => {
    const values = { base: before.get(name), theirs: other.get(name), mine: own.get(name) };
    const text = merge(values, [...path, name], merging);
    return text === null ? [] : [type === 'object' ? `${JSON.stringify(name)}: ${text}` : text];
  });
  const [open, close] = type === 'object' ? ['{', '}'] : ['[', ']'];
  // formatting keeps an object expanded that begins with a new line
  const start = [base, theirs, mine].some(isExpanded) ? '\n' : ' ';
  return `${open}${start}${parts.join(`,${start}`)}${start}${close}`;
}

/** The members of an object by key, or of an array by name; null where two have one name, or one has none. */
function membersOf({ node, source }: Value): Map<string, Value> | null {
  const members = (node.children ?? []).map((child): [string | null, Value] => {
    const [key, value] = child.type === 'property' ? (child.children ?? []) : [];
    return key && value
      ? [String(key.value), { node: value, source }]
      : [nameOf(child), { node: child, source }];
  });
  const named = members.flatMap(([name, value]): [string, Value][] => (name === null ? [] : [[name, value]]));
  const byName = new Map(named);
  const isContainer = node.type === 'object' || node.type === 'array';
  return isContainer && byName.size === members.length ? byName : null;
}

/** A text names itself, an object is named by its first property. */
function nameOf(node: Node): string | null {
  if (node.type === 'string') return String(node.value);
  const [, value] = node.type === 'object' ? (node.children?.[0]?.children ?? []) : [];
  return value?.type === 'string' ? String(value.value) : null;
}

/** Names of both in the order of the side that moved some, with the new ones of the other side where it has them; null where both moved some. */
function mergedOrder({ base, theirs, mine }: Versions<readonly string[]>): readonly string[] | null {
  const moved = (side: readonly string[]): boolean =>
    base.filter((name) => side.includes(name)).join('\n') !==
    side.filter((name) => base.includes(name)).join('\n');
  if (moved(theirs) && moved(mine)) return null;
  const [leading, other] = moved(mine) ? [mine, theirs] : [theirs, mine];
  return other.reduce<readonly string[]>((names, name, at) => {
    if (names.includes(name)) return names;
    const previous = names.indexOf(other[at - 1] ?? '');
    return names.toSpliced(previous + 1, 0, name);
  }, leading);
}

const isSame = (one: Value | undefined, other: Value | undefined): boolean =>
  contentOf(one) === contentOf(other);

/** The order of keys has no meaning. Null: it is not there. */
const contentOf = (value: Value | undefined): string | null =>
  value ? canonicalText(getNodeValue(value.node)) : null;

const textOf = (value: Value | undefined): string | null =>
  value ? value.source.slice(value.node.offset, value.node.offset + value.node.length) : null;

const isExpanded = ({ node, source }: Value): boolean =>
  source.slice(node.offset, node.children?.[0]?.offset ?? node.offset).includes('\n');
