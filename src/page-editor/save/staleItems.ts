/** What a failed save leads to: stale items, nothing left to save, or a failure. */
import type { SaveOutcome, StaleItem } from '../../../machines/save/save.machine.ts';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import { CallFailure, isUnanswered } from '../../api/index.ts';

/** Error code of a save that holds stale items. */
const CASE_CHANGED = 'CASE_CHANGED';

/** Error code of a save that changes nothing. */
const NO_MODIFIED_DATA = 'NO_MODIFIED_DATA';

const isRecord = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null;
const textOrNull = (part: unknown): string | null => (typeof part === 'string' ? part : null);
const numberOf = (part: unknown): number => (typeof part === 'number' ? part : 0);

function otherItem(part: unknown): NonNullable<StaleItem['others']> {
  if (!isRecord(part) || typeof part.itemId !== 'string') return [];
  return [{ itemId: part.itemId, value: textOrNull(part.value), nullFlavor: textOrNull(part.nullFlavor) }];
}

function staleItem(part: unknown): StaleItem[] {
  if (!isRecord(part) || typeof part.itemId !== 'string') return [];
  const { row, others } = part;
  return [
    {
      itemId: part.itemId,
      rowNo: numberOf(part.rowNo),
      rowNo2: numberOf(part.rowNo2),
      rowNo3: numberOf(part.rowNo3),
      theirs: {
        value: textOrNull(part.value),
        nullFlavor: textOrNull(part.nullFlavor),
        notation: textOrNull(part.notation),
      },
      ...(isRecord(row) && { row: { sort: numberOf(row.sort), deleted: row.deleted === true } }),
      ...(Array.isArray(others) && { others: others.flatMap(otherItem) }),
      changedBy: textOrNull(part.changedByName) ?? textOrNull(part.changedBy) ?? '',
      changedAt: textOrNull(part.changedAt) ?? '',
    },
  ];
}

/** Tells stale items apart: a row may have the address of an item in it. */
export const staleKey = (entry: StaleItem): string =>
  entry.row ? `row ${addressKey(entry)}` : addressKey(entry);

/** The stale items a failure names, or null when it is another failure. */
export function staleItemsOf(error: unknown): StaleItem[] | null {
  if (!(error instanceof CallFailure) || error.errCode !== CASE_CHANGED) return null;
  const items = Array.isArray(error.details) ? error.details.flatMap(staleItem) : [];
  return items.length > 0 ? items : null;
}

/** Whether nothing is left to save: an earlier save was stored though its answer was lost, or another user has stored the same. */
export const isStoredAlready = (error: unknown): boolean =>
  error instanceof CallFailure && error.errCode === NO_MODIFIED_DATA;

/** What a save needs of the session, or sessions, whose changes it sends. */
interface Attempt {
  send: () => Promise<SaveOutcome>;
  /** its answer was lost */
  noteUnanswered: () => void;
  /** settles a conflict with what an earlier attempt stored; false: another user stored it */
  resolveOwn: (item: StaleItem) => boolean;
}

/**
 * Sends a save, and again where it met only what an attempt before it had stored without an answer: nobody is in conflict
 * with themselves.
 */
export async function sendAttempt(attempt: Attempt): Promise<SaveOutcome> {
  try {
    const outcome = await attempt.send();
    if (outcome.kind === 'saved') return outcome;
    const items = outcome.items.filter((item) => !attempt.resolveOwn(item));
    return items.length > 0 ? { kind: 'stale', items } : await sendAttempt(attempt);
  } catch (error) {
    if (isUnanswered(error)) attempt.noteUnanswered();
    throw error;
  }
}

/** The outcome of a save that was refused; throws the error where it is a failure. */
export function outcomeOfRefusal(error: unknown): SaveOutcome {
  const stale = staleItemsOf(error);
  if (stale) return { kind: 'stale', items: stale };
  if (isStoredAlready(error)) return { kind: 'saved' };
  throw error;
}
