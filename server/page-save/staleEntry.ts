/** Changes by other users after the page was read: the details of 409 CASE_CHANGED. */
import type { ItemAddress } from '../../shared/case/itemAddress.ts';

/** The current value; for a row, `itemId` is its group and there is no value. */
export interface StaleEntry extends ItemAddress {
  value: string | null;
  nullFlavor: string | null;
  notation: string | null;
  /** of a row: what it is now */
  row?: { sort: number; deleted: boolean };
  /** items of the same row that were changed, and that this one means nothing without: the texts of a code, a unit, a number */
  others?: { itemId: string; value: string | null; nullFlavor: string | null }[];
  /** of the last of these changes */
  changedBy: string;
  /** ISO 8601, UTC: a change based on this time is based on all that the entry names */
  changedAt: string;
}

/** When what a change is based on was read: the change says it, or the save does for all. */
export const seenAt = ({ basedOn }: { basedOn?: string }, retrievedAt: Date): Date =>
  basedOn === undefined ? retrievedAt : new Date(basedOn);

/** Was it changed since a change was based on it? By an earlier save: what the same save has written before is of one author. */
export const isOvertaken = (changedAt: Date, seen: Date, { at }: { at: Date }): boolean =>
  isLater(changedAt, seen) && changedAt.getTime() !== at.getTime();

export const isLater = (changedAt: Date, retrievedAt: Date): boolean =>
  changedAt.getTime() > retrievedAt.getTime();
