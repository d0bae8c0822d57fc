/** What one save carries: changed items and changed rows, nothing else. */
import type { ItemAddress } from './itemAddress.ts';
import type { ItemValue } from './itemValue.ts';
import type { CaseRow } from './caseContent.ts';

/** What the author of a change knew of its address. */
interface Based {
  /** ISO 8601: changes of others after it were not seen; where it is left out, the time of the whole save holds */
  basedOn?: string;
}

/** The new content of one address. The server knows the old one. */
export interface ItemChange extends ItemAddress, ItemValue, Based {}

/** A row added, struck, restored or moved: the row as it is to be. */
export interface RowChange extends CaseRow, Based {}

export interface ChangeSet {
  items: ItemChange[];
  rows: RowChange[];
}

export const changeCount = ({ items, rows }: ChangeSet): number => items.length + rows.length;
