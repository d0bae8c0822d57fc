/** By what a row is known where no id tells: the texts and terms that lists show of it. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseRow } from '../../shared/case/caseContent.ts';
import { addressAt, addressKey } from '../../shared/case/itemAddress.ts';
import { fold } from '../../shared/text/fold.ts';

const NAMING = new Set(['text', 'longText', 'codedTerm']);

/** What the items say that name a row, and what all do that lists show of it; '' is nothing. */
interface RowNames {
  names: readonly string[];
  shown: string;
}

/** The names of a row. `path`: its number at each level. */
type NamesAt = (group: string, path: readonly number[]) => RowNames;

/** The names of the rows of a content. */
export function rowNames(
  { items, groups }: Pick<Catalogue, 'items' | 'groups'>,
  { values }: CaseContent,
): NamesAt {
  const shownItems = new Set(Object.values(groups).flatMap(({ summary }) => summary));
  const texts = new Map(
    values.flatMap((value) =>
      shownItems.has(value.itemId) ? [[addressKey(value), fold(value.value ?? '')] as const] : [],
    ),
  );
  return (group, path) => {
    const summary = groups[group]?.summary ?? [];
    const textOf = (itemId: string): string => texts.get(addressKey(addressAt(itemId, [...path]))) ?? '';
    return {
      names: summary.filter((itemId) => NAMING.has(items[itemId]?.control ?? '')).map(textOf),
      shown: JSON.stringify(summary.map(textOf)),
    };
  };
}

/** Whether two rows have a name in common and none that differs. */
export function haveSameName({ names }: RowNames, { names: others }: RowNames): boolean {
  const both = names.flatMap((name, at) => (name && others[at] ? [name === others[at]] : []));
  return both.length > 0 && both.every(Boolean);
}

type Named = RowNames & { rowNo: number };

/** The living outermost rows of a group, in their order. */
const namedRows = (rows: readonly CaseRow[], namesAt: NamesAt, group: string): Named[] =>
  rows
    .filter((row) => row.group === group && !row.deleted)
    .toSorted((a, b) => a.sort - b.sort)
    .map(({ rowNo }) => ({ rowNo, ...namesAt(group, [rowNo]) }));

/** A way to find a row again: candidates share a key with it, and `accepts` decides. */
interface Way {
  keysOf: (row: Named) => string[];
  accepts: (row: Named, other: Named) => boolean;
}

const WAYS: readonly Way[] = [
  { keysOf: ({ shown }) => [shown], accepts: haveSameName },
  {
    keysOf: ({ names }) => names.flatMap((name, at) => (name ? `${at} ${name}` : [])),
    accepts: haveSameName,
  },
];
const BY_PLACE: Way = { keysOf: ({ rowNo }) => [String(rowNo)], accepts: () => true };

interface RowsWithNames {
  rows: readonly CaseRow[];
  namesAt: NamesAt;
}

/**
 * The numbers in the case of the outermost rows of a message: of the row that lists show alike, else of one with the same
 * name, else of the row in the same place, if no other one is that row; else unused numbers. Null if no row is known again.
 */
export function numbersByName(
  before: RowsWithNames,
  message: RowsWithNames,
  group: string,
): ReadonlyMap<number, number> | null {
  const known = namedRows(before.rows, before.namesAt, group);
  const given = namedRows(message.rows, message.namesAt, group);
  const numbers = new Map<number, number>();
  const taken = new Set<number>();
  const take = ({ keysOf, accepts }: Way): void => {
    const byKey = Map.groupBy(
      known.flatMap((row) => keysOf(row).map((key) => ({ key, row }))),
      ({ key }) => key,
    );
    for (const row of given.filter(({ rowNo }) => !numbers.has(rowNo))) {
      const found = keysOf(row)
        .flatMap((key) => byKey.get(key) ?? [])
        .find(({ row: other }) => !taken.has(other.rowNo) && accepts(row, other))?.row;
      if (!found) continue;
      taken.add(found.rowNo);
      numbers.set(row.rowNo, found.rowNo);
    }
  };
  WAYS.forEach(take);
  if (numbers.size === 0) return null;
  take(BY_PLACE);
  let last = Math.max(...before.rows.filter((row) => row.group === group).map(({ rowNo }) => rowNo));
  for (const { rowNo } of given) if (!numbers.has(rowNo)) numbers.set(rowNo, (last += 1));
  return numbers;
}
