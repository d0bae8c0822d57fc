/** Calls that make something new, each carried out once for a key of the caller (docs/decisions/0699, 0845). */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Call } from '../../shared/contract/call.ts';
import type { ClockWorld } from '../ports/clock.ts';
import { creationKeyUsed } from '../problems.ts';
import { inSponsor, type DatabaseWorld, type Trx } from './database.ts';

interface Attempt {
  sponsorKey: number;
  userId: string;
  /** of the caller, a UUID; undefined: each attempt is carried out */
  creationKey: string | undefined;
  call: Call;
  /** what the call is to make, and of what: JSON */
  content: object;
}

/** So long an answer waits for another attempt. */
const ANSWER_MS = 7 * 24 * 3_600_000;

/**
 * Does the work in one transaction of the sponsor, which keeps its answer, too; or answers what an earlier attempt of the
 * user with the key answered, after every other one has ended. An attempt that failed made nothing: the next does the work.
 * Throws 422 CREATION_KEY_USED where the key is that of another call, or of other content.
 */
export const onceForKey = <Answer extends object>(
  { db, clock }: DatabaseWorld & ClockWorld,
  { sponsorKey, userId, creationKey, call, content }: Attempt,
  work: (trx: Trx) => Promise<Answer>,
): Promise<Answer> =>
  inSponsor(db, sponsorKey, async (trx) => {
    if (creationKey === undefined) return work(trx);
    const ofUser = { sponsor_key: sponsorKey, user_id: userId };
    const request = requestOf(call, content);
    const earlier = await earlierOf(trx, { ...ofUser, creation_key: creationKey });
    // a process of a former release stores no request
    if (earlier && (earlier.request ?? request) !== request) throw creationKeyUsed();
    if (earlier) return earlier.answer as Answer;
    const answer = await work(trx);
    const at = clock.now();
    await trx
      .deleteFrom('creation_answer')
      .where((eb) => eb.and(ofUser))
      .where('at', '<', new Date(at.getTime() - ANSWER_MS))
      .execute();
    await trx
      .insertInto('creation_answer')
      .values({ ...ofUser, creation_key: creationKey, request, answer: JSON.stringify(answer), at })
      .execute();
    return answer;
  });

/** Names a request in a few characters: the same ones for the same call and content. */
const requestOf = ({ method, path }: Call, content: object): string =>
  createHash('sha256')
    .update(JSON.stringify([method, path, content]))
    .digest('base64');

async function earlierOf(
  trx: Trx,
  attempt: { sponsor_key: number; user_id: string; creation_key: string },
): Promise<{ request: string | null; answer: object } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${attempt.creation_key}, ${attempt.sponsor_key}))`.execute(
    trx,
  );
  return trx
    .selectFrom('creation_answer')
    .select(['request', 'answer'])
    .where((eb) => eb.and(attempt))
    .executeTakeFirst();
}
