/** What a reader may see of batches as they were frozen, and of the words of receivers, which may quote these. */
import { sql, type RawBuilder } from 'kysely';
import type { Sight } from '../../../shared/blinding/sight.ts';

/**
 * Whether the user may see what quotes a batch: it is stored as its author saw the cases, and a user who does not see all
 * items of cases gets nothing of it.
 *
 * @param quotes whether the batch holds blinded values; null: no batch is quoted
 */
export const seesQuoted = (user: Sight, quotes: boolean | null): boolean =>
  quotes === null || (user.hidden.length === 0 && (user.unblind || !quotes));

/** Whether the user may see all that the file of the batch may hold. */
export const seesAllOf = ({ unblinded }: { unblinded: boolean }, user: Sight): boolean =>
  seesQuoted(user, unblinded);

/** The same as `seesQuoted`, in SQL. */
export const isSeenQuoted = (user: Sight, quotes: RawBuilder<boolean | null>): RawBuilder<boolean> => {
  if (user.hidden.length > 0) return sql<boolean>`${quotes} is null`;
  return user.unblind ? sql<boolean>`true` : sql<boolean>`${quotes} is not true`;
};

/**
 * The text for those who may see what it quotes, otherwise null.
 *
 * @param quotes as in `seesQuoted`; left out: the text is about the batch `b`
 */
export const quotedText = (
  user: Sight,
  text: RawBuilder<string | null>,
  quotes: RawBuilder<boolean | null> = sql<boolean>`b.unblinded`,
): RawBuilder<string | null> => sql<string | null>`case when ${isSeenQuoted(user, quotes)} then ${text} end`;

/**
 * Whether what a receiver got of a case may hold blinded values.
 *
 * @param ofCase selects the messages `m` of the case
 */
export const gotUnblinded = (
  receiver: RawBuilder<string>,
  ofCase: RawBuilder<boolean>,
): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from submission_message m
    join submission_batch b on b.sponsor_key = m.sponsor_key and b.batch_key = m.batch_key
    where ${ofCase} and b.receiver = ${receiver} and b.unblinded)`;

/**
 * What words in the table `s` quote, of a user or of a receiver: null, or whether the receiver got blinded values of the
 * case. Which message a receiver speaks of is not known here, so all that it got of the case counts.
 */
export const quotesOf = (rootCaseKey: RawBuilder<number>): RawBuilder<boolean | null> => {
  const receiver = sql<string>`s.user_name`;
  const ofCase = sql<boolean>`m.sponsor_key = s.sponsor_key and m.root_case_key = ${rootCaseKey}`;
  // questions stay with a case when the version whose rejection opened them leaves it with its messages
  const ofQuestion = sql<boolean>`m.sponsor_key = s.sponsor_key and m.correction_key in (
    select q.question_key from case_question q
    where q.sponsor_key = s.sponsor_key and q.root_case_key = ${rootCaseKey})`;
  return sql<boolean | null>`case when s.user_key is null
    then ${gotUnblinded(receiver, ofCase)} or ${gotUnblinded(receiver, ofQuestion)} end`;
};
