/** Begins the readings of sources that are due by their schedule. */
import { inEverySponsor } from '../../accounts/sponsors.store.ts';
import type { Deps } from '../../deps.ts';
import { beginReading } from '../../study-data/readings.ts';
import { findDueSources } from '../../study-data/sources.store.ts';
import type { RecurringJob } from '../job.types.ts';

const MINUTE_MS = 60_000;

export const createJob = ({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): RecurringJob => ({
  name: 'read-due-sources',
  every: MINUTE_MS,
  run: (signal) =>
    inEverySponsor(
      db,
      async (trx, sponsorKey) => {
        const at = clock.now();
        for (const sourceKey of await findDueSources(trx, sponsorKey, at))
          await beginReading(trx, config, { sponsorKey, sourceKey, cause: 'schedule', startedBy: '', at });
      },
      signal,
    ),
});
