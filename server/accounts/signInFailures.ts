/** Failures to sign in: kept for administrators, who are mailed when there are many of one user. */
import { fillPlaceholders } from '../fillPlaceholders.ts';
import { enqueue } from '../jobs/enqueue.store.ts';
import type { JobHandler, JobKind } from '../jobs/job.types.ts';
import { putMail, type MailWorld } from '../mail/outbox.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import type { DatabaseWorld } from '../storage/database.ts';
import { lockUser } from './account.store.ts';
import {
  ALARM_AT,
  countFailuresSince,
  findAdministratorMails,
  noteSignInFailure,
  WITHIN_SECONDS,
} from './signInFailures.store.ts';
import words from './signInAlarm.json' with { type: 'json' };

const GIVE_UP_MS = 24 * 60 * 60_000;
/** No user has this key. */
const NO_USER = 0;

interface Alarm {
  userKey: number;
  userId: string;
  ip: string;
}

const SIGN_IN_ALARM: JobKind<Alarm> = { kind: 'sign-in-alarm' };

/**
 * Keeps a failure, and has those who administer the sponsors of the user mailed if there are too many. A failure of no user
 * (null) takes the same work: the time of the answer would tell which user ids there are.
 */
export async function noteWrongPassword(
  { db, clock }: DatabaseWorld & ClockWorld,
  user: Pick<Alarm, 'userKey' | 'userId'> | null,
  ip: string,
): Promise<void> {
  const userKey = user?.userKey ?? NO_USER;
  const at = clock.now();
  await db.transaction().execute(async (trx) => {
    // those of the same moment are counted one after the other: each number is met once
    await lockUser(trx, userKey);
    await noteSignInFailure(trx, { userKey: user?.userKey ?? null, ip, at });
    const count = await countFailuresSince(trx, userKey, new Date(at.getTime() - WITHIN_SECONDS * 1000));
    if (user && count === ALARM_AT)
      await enqueue(trx, { kind: SIGN_IN_ALARM, sponsorKey: 0, payload: { ...user, ip }, at });
  });
}

/** Mails who administers a sponsor of the user. Nothing is sent where no mail server is set up: the account shows it. */
export const signInAlarm = (
  world: DatabaseWorld & ClockWorld & MailWorld & UuidWorld,
): JobHandler<Alarm> => ({
  kind: SIGN_IN_ALARM,
  run: async ({ payload: { userKey, userId, ip } }) => {
    const { db, clock, mail } = world;
    if (!mail) return;
    const at = clock.now();
    const addresses = await findAdministratorMails(db, userKey, at);
    const values = { userId, ip, count: ALARM_AT };
    const text = Object.values(words.text).map((one) => fillPlaceholders(one, values));
    const giveUpAt = new Date(at.getTime() + GIVE_UP_MS);
    return async (trx) => {
      for (const to of addresses)
        await putMail(trx, world, mail, { to, subject: words.subject, text: text.join('\n\n'), giveUpAt });
    };
  },
});
