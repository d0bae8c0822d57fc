/** Deletes sessions and links that have long been over, sign-ons that were abandoned, and attempts that no longer count. */
import { deleteTokensBefore } from '../../accounts/apiToken.store.ts';
import { deletePasswordTokensBefore } from '../../accounts/passwordToken.store.ts';
import { deleteSessionsBefore } from '../../accounts/session.store.ts';
import { deleteFailuresBefore } from '../../accounts/signInFailures.store.ts';
import { forgetOldAttempts } from '../../accounts/throttle.store.ts';
import type { Deps } from '../../deps.ts';
import { deleteSignOnsOver } from '../../sign-on/sessionSso.store.ts';
import type { RecurringJob } from '../job.types.ts';

const HOUR_MS = 60 * 60_000;
/** so long it can be looked up when a user was signed in, and why that ended */
const KEEP_MS = 90 * 24 * HOUR_MS;

export const createJob = (deps: Pick<Deps, 'db' | 'clock'>): RecurringJob => ({
  name: 'tidy-up',
  every: HOUR_MS,
  run: () => tidyUp(deps),
});

export async function tidyUp({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const notSince = new Date(now.getTime() - KEEP_MS);
  await deleteSessionsBefore(db, notSince);
  await deleteTokensBefore(db, notSince);
  await deletePasswordTokensBefore(db, notSince);
  await deleteFailuresBefore(db, notSince);
  await deleteSignOnsOver(db, now);
  await forgetOldAttempts(db, now);
}
