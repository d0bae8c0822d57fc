/** Rows of a printed form beside those of a case: a drug or reaction is known again by a text, not by its position. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { fold } from '../../shared/text/fold.ts';

/** The content with its outer rows numbered by the position of the row of the case that has the same text; others come after. */
export function alignedRows(
  { items, groups }: Pick<Catalogue, 'items' | 'groups'>,
  known: CaseContent,
  content: CaseContent,
): CaseContent {
  const outer = Object.values(groups).filter((one) => one.groups.length === 1 && one.rowsOf === null);
  const positions = new Map(outer.map(({ group }) => [group, positionsOf(items, group, known, content)]));
  const at = (group: string | undefined, number: number): number =>
    positions.get(groups[group ?? '']?.rowsOf ?? group ?? '')?.get(number) ?? number;
  return {
    values: content.values.map((value) => {
      const [first, second] = items[value.itemId]?.groups ?? [];
      const isBorrowed = groups[second ?? '']?.rowsOf != null;
      return {
        ...value,
        rowNo: at(first, value.rowNo),
        ...(isBorrowed && { rowNo2: at(second, value.rowNo2) }),
      };
    }),
    rows: content.rows.map((row) => {
      const rowNo = at(groups[row.group]?.groups[0], row.rowNo);
      return { ...row, rowNo, sort: row.rowNo2 === 0 ? rowNo : row.sort };
    }),
  };
}

/** By the number of a row, its position among those of the case. */
function positionsOf(
  items: Catalogue['items'],
  group: string,
  known: CaseContent,
  content: CaseContent,
): Map<number, number> {
  const live = known.rows
    .filter((row) => row.group === group && !row.deleted)
    .toSorted((a, b) => a.sort - b.sort)
    .map(({ rowNo }) => ({ rowNo, texts: textsOf(items, group, known, rowNo) }));
  const taken = new Set<number>();
  let last = live.length;
  const numbers = content.rows.filter((row) => row.group === group).map(({ rowNo }) => rowNo);
  return new Map(
    numbers.map((number) => {
      const texts = textsOf(items, group, content, number);
      const same = live.findIndex(
        (row, index) => !taken.has(index) && [...texts].some((text) => row.texts.has(text)),
      );
      if (same === -1) return [number, (last += 1)];
      taken.add(same);
      return [number, same + 1];
    }),
  );
}

/** Texts by which a row is known. */
const textsOf = (
  items: Catalogue['items'],
  group: string,
  { values }: CaseContent,
  rowNo: number,
): ReadonlySet<string> =>
  new Set(
    values
      .filter(({ itemId, ...value }) => {
        const item = items[itemId];
        return item?.groups.join() === group && item.control === 'text' && value.rowNo === rowNo;
      })
      .map(({ value }) => fold(value ?? ''))
      .filter((text) => text !== ''),
  );
