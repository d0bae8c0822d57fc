/** A follow-up from a spreadsheet: what the file gives is put into the content that the case has; nothing else changes. */
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseRow } from '../../case/caseContent.ts';
import { addressAt, addressKey, rowPathOf, type ItemAddress, type RowPath } from '../../case/itemAddress.ts';
import {
  EMPTY_VALUE,
  isEmpty,
  withNotation,
  withNullFlavor,
  withValue,
  type ItemValue,
} from '../../case/itemValue.ts';
import type { Clearing } from './readCases.ts';

/** Row 2 of the file is the second row of the case that is not deleted; a number beyond them adds a row. */
export function mergeSheets(
  { items, groups }: Pick<Catalogue, 'items' | 'groups'>,
  known: CaseContent,
  { content, cleared }: { content: CaseContent; cleared: readonly Clearing[] },
): CaseContent {
  const depthOf = (group: string): number => groups[group]?.groups.length ?? 1;
  const rows: CaseRow[] = [...known.rows];
  // by paths in the file alone: in the case, other rows have the same paths
  const targets = new Map<string, RowPath>();
  const keyOf = (group: string, path: RowPath): string => `${group}|${path.join('|')}`;
  /** the path in the case of a path in the file, through the groups around; undefined: the case has no such row */
  const targetOf = (names: readonly string[], path: RowPath): RowPath | undefined => {
    let target: number[] = [];
    for (const [depth, name] of names.entries()) {
      const lender = groups[name]?.rowsOf ?? null;
      const number = path[depth] ?? 0;
      const added = targets.get(lender ? keyOf(lender, [number]) : keyOf(name, path.slice(0, depth + 1)));
      const found = added ?? rowAt(lender ?? name, lender ? [] : target, number);
      const last = found?.at(-1);
      if (last === undefined) return undefined;
      target = [...target, last];
    }
    return target;
  };
  const rowAt = (group: string, around: RowPath, position: number): RowPath | undefined =>
    liveRows(known.rows, group, around, depthOf(group))[position - 1];

  for (const row of content.rows.toSorted((a, b) => depthOf(a.group) - depthOf(b.group))) {
    const names = groups[row.group]?.groups ?? [row.group];
    const path = rowPathOf(row, names.length);
    if (targetOf(names, path)) continue;
    const around = targetOf(names.slice(0, -1), path.slice(0, -1));
    if (!around) continue;
    const siblings = rows.filter(
      (one) => one.group === row.group && startsWith(rowPathOf(one, names.length), around),
    );
    const next = (of: (one: CaseRow) => number): number => Math.max(0, ...siblings.map(of)) + 1;
    const target = [...around, next((one) => rowPathOf(one, names.length).at(-1) ?? 0)];
    targets.set(keyOf(row.group, path), target);
    const { itemId: _, ...numbers } = addressAt('', target);
    rows.push({ ...row, ...numbers, sort: next(({ sort }) => sort) });
  }

  const moved = <T extends ItemAddress>(one: T): T[] => {
    const names = items[one.itemId]?.groups ?? [];
    const target = targetOf(names, rowPathOf(one, names.length));
    return target ? [{ ...one, ...addressAt(one.itemId, target) }] : [];
  };
  const values = new Map(known.values.map((value) => [addressKey(value), value]));
  const change = (
    { itemId, rowNo, rowNo2, rowNo3 }: ItemAddress,
    by: (before: ItemValue) => ItemValue,
  ): void => {
    const address = { itemId, rowNo, rowNo2, rowNo3 };
    const key = addressKey(address);
    values.set(key, { ...address, ...by(values.get(key) ?? EMPTY_VALUE) });
  };
  for (const clearing of cleared.flatMap(moved))
    change(clearing, (before) => (clearing.isNotation ? withNotation(before, '') : withoutValue(before)));
  for (const value of content.values.flatMap(moved)) change(value, (before) => laidOver(before, value));
  return { values: [...values.values()].filter((value) => !isEmpty(value)), rows };
}

const withoutValue = (before: ItemValue): ItemValue => withNullFlavor(withValue(before, ''), '');

/** A cell gives one of the two wordings of a text; the other one stays. */
function laidOver(before: ItemValue, { value, nullFlavor, notation, properties }: ItemValue): ItemValue {
  if (nullFlavor !== null) return withNullFlavor(before, nullFlavor);
  const isOther = value !== null && (value !== before.value || (properties ?? null) !== null);
  const after = isOther ? withValue(before, value, properties) : before;
  return notation === null ? after : withNotation(after, notation);
}

/** Do both have the same rows and values, but for one item? */
export function isSameContent(one: CaseContent, other: CaseContent, exceptItem: string | undefined): boolean {
  const linesOf = ({ values }: CaseContent): string[] =>
    values
      .filter((value) => value.itemId !== exceptItem && !isEmpty(value))
      .map((value) => JSON.stringify([addressKey(value), value.value, value.nullFlavor, value.notation]));
  const lines = new Set(linesOf(one));
  const others = linesOf(other);
  return (
    one.rows.length === other.rows.length &&
    others.length === lines.size &&
    others.every((line) => lines.has(line))
  );
}

/** Paths of the rows of a group that are not deleted, in their order. */
const liveRows = (rows: readonly CaseRow[], group: string, around: RowPath, depth: number): RowPath[] =>
  rows
    .filter((row) => row.group === group && !row.deleted && startsWith(rowPathOf(row, depth), around))
    .toSorted((a, b) => a.sort - b.sort || a.rowNo - b.rowNo)
    .map((row) => rowPathOf(row, depth));

const startsWith = (path: RowPath, start: RowPath): boolean =>
  start.every((number, depth) => path[depth] === number);
