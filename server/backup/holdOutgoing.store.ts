/** What leaves the installation by jobs, after a restore: it may have gone out since the backup was made. */
import { sql } from 'kysely';
import { ACKNOWLEDGEMENT_SENDING } from '../case-import/acknowledgement.process.ts';
import { SEND_MAIL } from '../mail/outbox.ts';
import { MAIL_NOTICE } from '../notices/noticeAlarm.ts';
import { PROCESS_DEADLINE, taskKind } from '../processes/applyEvent.ts';
import type { ProcessChart } from '../processes/process.types.ts';
import { seeAllJobs, type Db } from '../storage/database.ts';
import { SUBMISSION_BATCH } from '../submissions/submission.process.ts';

/** Charts that hand a file over, and ask who takes it where they do not know whether it went out. */
const SENDING = [SUBMISSION_BATCH, ACKNOWLEDGEMENT_SENDING] as const;
const HAND_OVERS = SENDING.map((chart) => taskKind(chart as ProcessChart, 'handOver').kind);
/** names no process that runs */
const ENDED_PROCESS = '00000000-0000-0000-0000-000000000000';
const MAILS = [SEND_MAIL.kind, MAIL_NOTICE.kind];

export interface HeldWork {
  /** mails, and further attempts to send a file: failed jobs, about which an operator decides */
  held: number;
  /** files that were to be handed over: their receivers are asked before anything is sent */
  abandoned: number;
}

/**
 * Has nothing go out a second time. What was due later than now has not gone out. The database may be of an older release, so
 * this changes rows of jobs only: a hand-over ends as one of a process that died, and its chart asks.
 */
export const holdOutgoing = (db: Db, { asOf, now }: { asOf: Date; now: Date }): Promise<HeldWork> =>
  db.transaction().execute(async (trx) => {
    await seeAllJobs(trx);
    const { rows } = await sql<{ there: boolean }>`select to_regclass('job') is not null as there`.execute(
      trx,
    );
    if (rows[0]?.there !== true) return { held: 0, abandoned: 0 };
    const why = `The database was restored as of ${asOf.toISOString()}, and this may have been done since. Retry it if it was not, discard it if it was.`;
    const held = await sql`
      update job set state = 'dead', finished_at = ${now}, last_error = ${why}, lease_holder = null, lease_until = null
      where (state = 'running' or state = 'ready' and run_at <= ${now})
        and (kind = any(${MAILS})
          or kind = ${PROCESS_DEADLINE.kind} and payload ->> 'chart' = any(${SENDING.map(({ name }) => name)}))`.execute(
      trx,
    );
    const abandoned = await sql`
      update job set state = 'running', attempts = max_attempts, cancel_requested = false,
        lease_holder = ${ENDED_PROCESS}, lease_until = ${now}::timestamptz - interval '1 day'
      where (state = 'running' or state = 'ready' and run_at <= ${now}) and kind = any(${HAND_OVERS})`.execute(
      trx,
    );
    return { held: Number(held.numAffectedRows), abandoned: Number(abandoned.numAffectedRows) };
  });
