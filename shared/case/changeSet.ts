/** What one save carries: changed items and changed rows, nothing else. */
import type { ItemAddress } from './itemAddress.ts';
import type { ItemValue } from './itemValue.ts';
import type { CaseRow } from './caseContent.ts';

/** The new content of one address. The server knows the old one. */
export interface ItemChange extends ItemAddress, ItemValue {}

/** A row added, struck, restored or moved: the row as it is to be. */
export type RowChange = CaseRow;

export interface ChangeSet {
  items: ItemChange[];
  rows: RowChange[];
}

export const changeCount = ({ items, rows }: ChangeSet): number => items.length + rows.length;
