/** Calls that make something new, each carried out once for a key of the caller (docs/decisions/0699). */
import { sql } from 'kysely';
import type { ClockWorld } from '../ports/clock.ts';
import { inSponsor, type DatabaseWorld, type Trx } from './database.ts';

interface Attempt {
  sponsorKey: number;
  userId: string;
  /** of the caller, a UUID; undefined: each attempt is carried out */
  creationKey: string | undefined;
}

/** So long an answer waits for another attempt. */
const ANSWER_MS = 7 * 24 * 3_600_000;

/**
 * Does the work in one transaction of the sponsor, which keeps its answer, too; or answers what an earlier attempt of the
 * user with the key answered, after every other one has ended. An attempt that failed made nothing: the next does the work.
 */
export const onceForKey = <Answer extends object>(
  { db, clock }: DatabaseWorld & ClockWorld,
  { sponsorKey, userId, creationKey }: Attempt,
  work: (trx: Trx) => Promise<Answer>,
): Promise<Answer> =>
  inSponsor(db, sponsorKey, async (trx) => {
    if (creationKey === undefined) return work(trx);
    const ofUser = { sponsor_key: sponsorKey, user_id: userId };
    const earlier = await answerOf(trx, { ...ofUser, creation_key: creationKey });
    if (earlier) return earlier as Answer;
    const answer = await work(trx);
    const at = clock.now();
    await trx
      .deleteFrom('creation_answer')
      .where((eb) => eb.and(ofUser))
      .where('at', '<', new Date(at.getTime() - ANSWER_MS))
      .execute();
    await trx
      .insertInto('creation_answer')
      .values({ ...ofUser, creation_key: creationKey, answer: JSON.stringify(answer), at })
      .execute();
    return answer;
  });

async function answerOf(
  trx: Trx,
  attempt: { sponsor_key: number; user_id: string; creation_key: string },
): Promise<object | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${attempt.creation_key}, ${attempt.sponsor_key}))`.execute(
    trx,
  );
  const found = await trx
    .selectFrom('creation_answer')
    .select('answer')
    .where((eb) => eb.and(attempt))
    .executeTakeFirst();
  return found?.answer;
}
