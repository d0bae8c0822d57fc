/** What leaves the installation by jobs, after a restore: it may have gone out since the backup was made. */
import { sql } from 'kysely';
import { ACKNOWLEDGEMENT_SENDING } from '../case-import/acknowledgement.process.ts';
import { SEND_MAIL } from '../mail/outbox.ts';
import { MAIL_NOTICE } from '../notices/noticeAlarm.ts';
import { PROCESS_DEADLINE, PROCESS_RESTORED, taskKind } from '../processes/applyEvent.ts';
import type { ProcessChart } from '../processes/process.types.ts';
import { DEFAULT_MAX_ATTEMPTS } from '../jobs/job.types.ts';
import { seeAllJobs, type Db } from '../storage/database.ts';
import { SUBMISSION_BATCH } from '../submissions/submission.process.ts';

/** Charts that hand a file over, and ask who takes it where they do not know whether it went out. */
const SENDING = [SUBMISSION_BATCH, ACKNOWLEDGEMENT_SENDING] as const;
/** what they do to send, by the kind of the job */
const STEPS = SENDING.flatMap((chart) =>
  ['handOver', 'askRemote'].map((src) => [taskKind(chart as ProcessChart, src).kind, chart.name] as const),
);
const MAILS = [SEND_MAIL.kind, MAIL_NOTICE.kind];

export interface HeldWork {
  /** mails: failed jobs, about which an operator decides */
  held: number;
  /** files that were being sent: their receivers are asked before anything is sent */
  toAsk: number;
}

/**
 * Has nothing go out a second time. What was due later than now has not gone out. The database may be of an older release, so
 * this changes rows of jobs only: what a chart was about to do becomes the news of the restore, and the chart asks.
 */
export const holdOutgoing = (db: Db, { asOf, now }: { asOf: Date; now: Date }): Promise<HeldWork> =>
  db.transaction().execute(async (trx) => {
    await seeAllJobs(trx);
    const { rows } = await sql<{ there: boolean }>`select to_regclass('job') is not null as there`.execute(
      trx,
    );
    if (rows[0]?.there !== true) return { held: 0, toAsk: 0 };
    const why = `The database was restored as of ${asOf.toISOString()}, and this may have been done since. Retry it if it was not, discard it if it was.`;
    const held = await sql`
      update job set state = 'dead', finished_at = ${now}, last_error = ${why}, lease_holder = null, lease_until = null
      where (state = 'running' or state = 'ready' and run_at <= ${now})
        and kind = any(${MAILS})`.execute(trx);
    const toAsk = await sql`
      update job set kind = ${PROCESS_RESTORED.kind}, state = 'ready', attempts = 0, max_attempts = ${DEFAULT_MAX_ATTEMPTS},
        cancel_requested = false, last_error = null, lease_holder = null, lease_until = null,
        payload = jsonb_build_object('processKey', payload ->> 'processKey', 'chart', coalesce(step.chart, payload ->> 'chart'))
      from unnest(${[PROCESS_DEADLINE.kind, ...STEPS.map(([kind]) => kind)]}::text[],
        ${[null, ...STEPS.map(([, chart]) => chart)]}::text[]) as step (kind, chart)
      where job.kind = step.kind and (state = 'running' or state = 'ready' and run_at <= ${now})
        and (step.chart is not null or payload ->> 'chart' = any(${SENDING.map(({ name }) => name)}))`.execute(
      trx,
    );
    return { held: Number(held.numAffectedRows), toAsk: Number(toAsk.numAffectedRows) };
  });
