/** What a reader may see of a batch as it was frozen, and of answers of its receiver, which may quote it. */
import { sql, type RawBuilder } from 'kysely';
import type { Sight } from '../../shared/blinding/sight.ts';
import type { Batch } from './batch.store.ts';

/**
 * Whether the user may see all that the file of the batch may hold: it is stored as its author saw the cases, and who
 * does not see all items of cases gets no such file.
 */
export const seesAllOf = ({ unblinded }: Pick<Batch, 'unblinded'>, user: Sight): boolean =>
  (user.unblind || !unblinded) && user.hidden.length === 0;

/**
 * The text for those who see all of its batch, otherwise null.
 *
 * @param isUnblinded whether the batch holds blinded values
 */
export const quotedText = (
  user: Sight,
  text: RawBuilder<string | null>,
  isUnblinded = sql<boolean>`b.unblinded`,
): RawBuilder<string | null> => {
  if (user.hidden.length > 0) return sql<null>`null::text`;
  return user.unblind ? text : sql<string | null>`case when not ${isUnblinded} then ${text} end`;
};
