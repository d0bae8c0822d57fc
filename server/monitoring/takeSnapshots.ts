/** Daily snapshots of what is open and expected, so that trends exist and do not change later (decision 0289). */
import { dayAt } from '../../shared/dates/zonedDay.ts';
import { inEverySponsor } from '../accounts/sponsors.store.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { DatabaseWorld } from '../storage/database.ts';
import { findZone, insertDay, insertOpenWork, insertPlannedWork, insertStepDay } from './snapshots.store.ts';

/** Of each sponsor once a day of its time zone, as early as it is called; a day on which it is not called has none. */
export const takeSnapshots = (
  { db, clock }: DatabaseWorld & ClockWorld,
  signal?: AbortSignal,
): Promise<void> =>
  inEverySponsor(
    db,
    async (trx, sponsorKey) => {
      const now = clock.now();
      const timeZone = await findZone(trx, sponsorKey);
      const snapshot = { sponsorKey, timeZone, day: dayAt(now.getTime(), timeZone) };
      if (!(await insertDay(trx, snapshot, now))) return;
      await insertStepDay(trx, snapshot);
      await insertOpenWork(trx, snapshot);
      await insertPlannedWork(trx, snapshot);
    },
    signal,
  );
