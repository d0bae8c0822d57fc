/** By what a row is known where no id tells: the texts and terms that lists show of it. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { addressAt, addressKey } from '../../shared/case/itemAddress.ts';
import { fold } from '../../shared/text/fold.ts';

const NAMING = new Set(['text', 'longText', 'codedTerm']);

/** What the items say that name a row, and what all do that lists show of it; '' is nothing. */
interface RowNames {
  names: readonly string[];
  shown: string;
}

type NamesAt = (group: string, path: readonly number[]) => RowNames;

/** The names of the rows of a content. `path`: the number of the row at each level. */
export function rowNames(
  { items, groups }: Pick<Catalogue, 'items' | 'groups'>,
  content: CaseContent,
): NamesAt {
  const texts = new Map(content.values.map((value) => [addressKey(value), fold(value.value ?? '')]));
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

const isSame = (row: RowNames, other: RowNames): boolean =>
  row.shown === other.shown && haveSameName(row, other);

/**
 * The numbers in the case of the outermost rows of a message: of the row that lists show alike, else of one with the same
 * name, else of the row in the same place, if no other one is that row; else unused numbers. Null if no row is known again.
 */
export function numbersByName(
  catalogue: Pick<Catalogue, 'items' | 'groups'>,
  before: CaseContent,
  content: CaseContent,
  group: string,
): ReadonlyMap<number, number> | null {
  const known = namedRows(catalogue, before, group);
  const given = namedRows(catalogue, content, group);
  const numbers = new Map<number, number>();
  const take = (accepts: (row: Named, other: Named) => boolean): void => {
    const taken = new Set(numbers.values());
    for (const row of given.filter(({ rowNo }) => !numbers.has(rowNo))) {
      const found = known.find((other) => !taken.has(other.rowNo) && accepts(row, other));
      if (!found) continue;
      taken.add(found.rowNo);
      numbers.set(row.rowNo, found.rowNo);
    }
  };
  take(isSame);
  take(haveSameName);
  if (numbers.size === 0) return null;
  take((row, other) => row.rowNo === other.rowNo);
  let last = Math.max(...before.rows.filter((row) => row.group === group).map(({ rowNo }) => rowNo));
  for (const { rowNo } of given) if (!numbers.has(rowNo)) numbers.set(rowNo, (last += 1));
  return numbers;
}

type Named = RowNames & { rowNo: number };

function namedRows(
  catalogue: Pick<Catalogue, 'items' | 'groups'>,
  content: CaseContent,
  group: string,
): Named[] {
  const namesAt = rowNames(catalogue, content);
  return content.rows
    .filter((row) => row.group === group && !row.deleted)
    .toSorted((a, b) => a.sort - b.sort)
    .map(({ rowNo }) => ({ rowNo, ...namesAt(group, [rowNo]) }));
}
