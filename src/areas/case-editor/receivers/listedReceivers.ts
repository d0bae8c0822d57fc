/** Which receivers the page of a case lists: with many partners it would bury those that matter. */
import type { CaseReceiver } from './receivers.queries.ts';

/** So many are listed whether the case concerns them or not. */
export const MAX_LISTED = 12;

/** Receivers that are listed, and those that are added by the selection dialog. */
export function listedReceivers<T extends CaseReceiver>(
  rows: readonly T[],
  selected: ReadonlySet<string>,
): { listed: T[]; others: T[] } {
  if (rows.length <= MAX_LISTED) return { listed: [...rows], others: [] };
  const concerns = ({ receiver, state }: T): boolean => state !== 'none' || selected.has(receiver);
  return { listed: rows.filter(concerns), others: rows.filter((row) => !concerns(row)) };
}
