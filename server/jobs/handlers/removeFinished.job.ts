/** Removes jobs and processes that ended long ago. Dead letters stay until an operator decides. */
import { inEverySponsor } from '../../accounts/sponsors.store.ts';
import type { Deps } from '../../deps.ts';
import { deleteProcessesFinishedBefore } from '../../processes/process.store.ts';
import { inJobQueue } from '../../storage/database.ts';
import { deleteFinishedBefore } from '../job.store.ts';
import type { RecurringJob } from '../job.types.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

type World = Pick<Deps, 'db' | 'clock'> & { config: Pick<Deps['config'], 'keepFinishedDays'> };

export const createJob = (world: World): RecurringJob => ({
  name: 'remove-finished',
  every: HOUR_MS,
  run: () => removeFinished(world),
});

export async function removeFinished({ db, clock, config }: World): Promise<void> {
  const before = new Date(clock.now().getTime() - config.keepFinishedDays * DAY_MS);
  await inJobQueue(db, (trx) => deleteFinishedBefore(trx, before));
  await inEverySponsor(db, (trx, sponsorKey) => deleteProcessesFinishedBefore(trx, sponsorKey, before));
}
