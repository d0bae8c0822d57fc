/** What becomes of the jobs of a process that was killed. */
import { inJobQueue, type Db } from '../../server/storage/database.ts';

/** The next process takes the jobs of the killed one, without waiting for the end of their leases. */
export const recoverJobs = (db: Db) =>
  inJobQueue(db, (trx) =>
    trx
      .updateTable('job')
      .set({ state: 'ready', lease_holder: null, lease_until: null })
      .where('state', '=', 'running')
      .execute(),
  );
