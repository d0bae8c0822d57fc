/** What the server does by itself, in processes of ROLE all and worker. Several may: each round takes what is there. */
import { deletePasswordTokensBefore } from '../accounts/passwordToken.store.ts';
import { deleteSessionsBefore } from '../accounts/session.store.ts';
import { forgetOldAttempts } from '../accounts/throttle.store.ts';
import { rollUpCounts } from '../projections/caseCounts.store.ts';
import { askCoder, forgetRecommendations } from '../coding/askCoder.ts';
import type { Deps } from '../deps.ts';
import { backfillProjections } from '../projections/backfillProjections.ts';
import { stopCutOffExports } from '../lists/cutOffExports.ts';
import { sendDueMails } from '../mail/outbox.ts';
import { deleteSignOnsOver } from '../sign-on/sessionSso.store.ts';
import { applyStepDues } from '../workflow/stepDues.ts';
import { every } from './every.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** so long it can be looked up when somebody was signed in, and why that ended */
const KEEP_MS = 90 * 24 * HOUR_MS;

/** Answers how to stop: what is under way is waited for. */
export function startJobs(deps: Deps): () => Promise<void> {
  const { mail } = deps;
  const jobs = [
    job(deps, 'tidy up', HOUR_MS, () => tidyUp(deps)),
    job(deps, 'stop files cut off', MINUTE_MS, () => stopCutOffExports(deps)),
    job(deps, 'forget recommendations', HOUR_MS, () => forgetRecommendations(deps)),
    job(deps, 'apply due days of steps', SECOND_MS, (signal) => applyStepDues(deps, signal)),
    job(deps, 'backfill projections', SECOND_MS, (signal) => backfillProjections(deps, signal)),
    job(deps, 'add up counts of cases', MINUTE_MS, () => rollUpCounts(deps)),
  ];
  if (deps.aiCoder) jobs.push(job(deps, 'ask the AI coder', SECOND_MS, (signal) => askCoder(deps, signal)));
  if (mail) jobs.push(job(deps, 'send mails', SECOND_MS, (signal) => sendDueMails(deps, mail, signal)));
  return async () => {
    await Promise.all(jobs.map((stop) => stop()));
  };
}

const job = ({ log }: Deps, name: string, ms: number, work: (signal: AbortSignal) => Promise<void>) =>
  every(ms, work, (error) => log.error({ err: error, job: name }, 'a job failed'));

/** Sessions and links that have long been over, sign-ons that nobody goes on with, and attempts nobody counts any more. */
export async function tidyUp({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const notSince = new Date(now.getTime() - KEEP_MS);
  await deleteSessionsBefore(db, notSince);
  await deletePasswordTokensBefore(db, notSince);
  await deleteSignOnsOver(db, now);
  await forgetOldAttempts(db, now);
}
