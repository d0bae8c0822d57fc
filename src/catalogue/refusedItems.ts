/** Items that a save did not take, as the server names them. */
import { CallFailure } from '../api/index.ts';
import type { Finding } from '../engine/index.ts';

/** Error code of a save that holds items which cannot be stored. */
const ITEM_REFUSED = 'ITEM_REFUSED';

/** Its message is in the language of the request. */
type Refused = Omit<Finding, 'severity' | 'message'> & { message: string };

const isRefused = (part: unknown): part is Refused =>
  typeof part === 'object' &&
  part !== null &&
  ['itemId', 'ruleId', 'rowNo', 'rowNo2', 'rowNo3', 'message'].every((name) => name in part);

/** The refused items of a failure as findings, in the order the server gives; none when it is another failure. */
export function refusedItemsOf(error: unknown): Finding[] {
  if (!(error instanceof CallFailure) || error.errCode !== ITEM_REFUSED) return [];
  const { details } = error;
  if (!Array.isArray(details)) return [];
  return details.filter(isRefused).map(({ message, ...refused }) => ({
    ...refused,
    message: { en: message, ko: message, ja: message, zh: message },
    severity: 'error' as const,
  }));
}
