/** Items of a refused save that somebody else changed meanwhile. */
import type { StaleItem } from '../../../machines/save/save.machine.ts';
import { CallFailure } from '../../api/index.ts';

/** Error code of a save that holds stale items. */
const CASE_CHANGED = 'CASE_CHANGED';

const isRecord = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null;
const textOrNull = (part: unknown): string | null => (typeof part === 'string' ? part : null);
const numberOf = (part: unknown): number => (typeof part === 'number' ? part : 0);

function staleItem(part: unknown): StaleItem[] {
  if (!isRecord(part) || typeof part.itemId !== 'string') return [];
  const theirs = isRecord(part.theirs) ? part.theirs : part;
  return [
    {
      itemId: part.itemId,
      rowNo: numberOf(part.rowNo),
      rowNo2: numberOf(part.rowNo2),
      rowNo3: numberOf(part.rowNo3),
      theirs: {
        value: textOrNull(theirs.value),
        nullFlavor: textOrNull(theirs.nullFlavor),
        notation: textOrNull(theirs.notation),
      },
      changedBy: textOrNull(part.changedBy) ?? '',
      changedAt: textOrNull(part.changedAt) ?? '',
    },
  ];
}

/** The stale items a failure names, or null when it is another failure. */
export function staleItemsOf(error: unknown): StaleItem[] | null {
  if (!(error instanceof CallFailure) || error.errCode !== CASE_CHANGED) return null;
  const { details } = error;
  const list = isRecord(details) && Array.isArray(details.items) ? details.items : details;
  const items = Array.isArray(list) ? list.flatMap(staleItem) : [];
  return items.length > 0 ? items : null;
}
