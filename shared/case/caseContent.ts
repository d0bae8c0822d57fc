/** A whole case, or a part of one, as flat lists: written by the importer, stored, and read by the exporter. */
import type { ItemAddress } from './itemAddress.ts';
import type { ItemValue } from './itemValue.ts';

export interface CaseValue extends ItemAddress, ItemValue {}

/**
 * One row of a repeating group. `rowNo` identifies it inside the case: assigned once, never reused, kept in follow-up
 * versions. Its position in the list is `sort`. `rowId` (a UUID) identifies it outside the case, e.g. in E2B links. A
 * group at depth two has `rowNo` (its parent's) and `rowNo2` (its own), 0 below that.
 */
export interface CaseRow {
  group: string;
  rowNo: number;
  rowNo2: number;
  rowNo3: number;
  rowId: string;
  sort: number;
  deleted: boolean;
}

export interface CaseContent {
  values: CaseValue[];
  rows: CaseRow[];
}

/** The content with the values of those items alone that the predicate accepts; rows stay. */
export const filterItems = (
  { values, rows }: CaseContent,
  accepts: (itemId: string) => boolean,
): CaseContent => ({
  values: values.filter(({ itemId }) => accepts(itemId)),
  rows,
});

/** The address of a row; its group is the id. */
export const rowAddress = ({
  group: itemId,
  rowNo,
  rowNo2,
  rowNo3,
}: Pick<CaseRow, 'group' | 'rowNo' | 'rowNo2' | 'rowNo3'>): ItemAddress => ({
  itemId,
  rowNo,
  rowNo2,
  rowNo3,
});

export const rowKey = ({
  group,
  rowNo,
  rowNo2,
  rowNo3,
}: Pick<CaseRow, 'group' | 'rowNo' | 'rowNo2' | 'rowNo3'>): string => `${group}|${rowNo}|${rowNo2}|${rowNo3}`;
