import type { E2bMap } from '../../schemas/e2b/e2bMap.types.ts';
import type { CaseContent, CaseValue } from '../case/caseContent.ts';
import { addressAt } from '../case/itemAddress.ts';

/**
 * Derives the references of a matrix group: for each pair of rows with data (drug and reaction), the row id of the
 * referenced row. They follow from the rows and are not stored.
 */
export function derivedReferences({ values, rows }: CaseContent, map: E2bMap): CaseValue[] {
  return map.references.flatMap(({ itemId, of, level, about }) => {
    const pairs = new Map<string, number[]>();
    const add = (numbers: number[]): void => void pairs.set(numbers.join(','), numbers);
    for (const row of rows) if (about.groups.has(row.group) && !row.deleted) add(numbersOf(row, level));
    for (const value of values) if (about.items.has(value.itemId)) add(numbersOf(value, level));
    return [...pairs.values()].sort(byNumbers).flatMap((numbers) => {
      const target = rows.find(
        ({ group, rowNo, deleted }) => group === of && rowNo === numbers.at(-1) && !deleted,
      );
      return target
        ? [{ ...addressAt(itemId, numbers), value: target.rowId, nullFlavor: null, notation: null }]
        : [];
    });
  });
}

const numbersOf = (
  { rowNo, rowNo2, rowNo3 }: { rowNo: number; rowNo2: number; rowNo3: number },
  level: number,
): number[] => [rowNo, rowNo2, rowNo3].slice(0, level + 1);

const byNumbers = (a: number[], b: number[]): number => {
  const at = a.findIndex((number, index) => number !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
};
