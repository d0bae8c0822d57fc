/** The content of one save: changed items and changed rows. */
import type { ItemAddress } from './itemAddress.ts';
import type { ItemValue } from './itemValue.ts';
import type { CaseRow } from './caseContent.ts';

/** The base of a change. */
interface Based {
  /** ISO 8601: later changes by others were not seen; default: the time of the whole save */
  basedOn?: string;
}

/** The new content of one address. The server has the old one. */
export interface ItemChange extends ItemAddress, ItemValue, Based {}

/** A row added, deleted, restored or moved: its new state. */
export interface RowChange extends CaseRow, Based {}

export interface ChangeSet {
  items: ItemChange[];
  rows: RowChange[];
}

export const changeCount = ({ items, rows }: ChangeSet): number => items.length + rows.length;
