/** By what a row is known where no id tells: the texts and terms that lists show of it. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { addressAt, addressKey } from '../../shared/case/itemAddress.ts';
import { fold } from '../../shared/text/fold.ts';

const NAMING = new Set(['text', 'longText', 'codedTerm']);

/** What the items say that name a row, and what all do that lists show of it; '' is nothing. */
export interface RowNames {
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
      shown: summary.some(textOf) ? JSON.stringify(summary.map(textOf)) : '',
    };
  };
}

/** Whether two rows have a name in common and none that differs. */
export function haveSameName({ names }: RowNames, { names: others }: RowNames): boolean {
  const both = names.flatMap((name, at) => (name && others[at] ? [name === others[at]] : []));
  return both.length > 0 && both.every(Boolean);
}

export type NamedRow = RowNames & {
  number: number;
  /** among the living rows: numbers of deleted ones are never used again */
  index: number;
};

/** A way to find a row again: candidates share a key with it, and `accepts` decides. */
interface Way {
  keysOf: (row: NamedRow) => string[];
  accepts: (row: NamedRow, other: NamedRow) => boolean;
}

const WAYS: readonly Way[] = [
  { keysOf: ({ shown }) => (shown === '' ? [] : [shown]), accepts: () => true },
  {
    keysOf: ({ names }) => names.flatMap((name, at) => (name ? `${at} ${name}` : [])),
    accepts: haveSameName,
  },
  // a name may have been corrected
  { keysOf: ({ index }) => [String(index)], accepts: () => true },
];

/**
 * The numbers in the case of the rows of a message: of the row that lists show alike, else of one with the same name, else of
 * the row in the same place, if no other one is that row; else unused numbers. `used`: numbers that rows have or had.
 */
export function numbersByName(
  known: readonly NamedRow[],
  given: readonly NamedRow[],
  used: readonly number[],
): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>();
  const taken = new Set<number>();
  for (const { keysOf, accepts } of WAYS) {
    const byKey = Map.groupBy(
      known.flatMap((row) => keysOf(row).map((key) => ({ key, row }))),
      ({ key }) => key,
    );
    for (const row of given.filter(({ number }) => !numbers.has(number))) {
      const found = keysOf(row)
        .flatMap((key) => byKey.get(key) ?? [])
        .find(({ row: other }) => !taken.has(other.number) && accepts(row, other))?.row;
      if (!found) continue;
      taken.add(found.number);
      numbers.set(row.number, found.number);
    }
  }
  let last = Math.max(0, ...used);
  for (const { number } of given) if (!numbers.has(number)) numbers.set(number, (last += 1));
  return numbers;
}
