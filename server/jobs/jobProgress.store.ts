/** How far a job is, as it reports. The query takes the transaction it is part of, and decides nothing. */
import type { Trx } from '../storage/database.ts';

export interface JobProgress {
  /** null: nothing reported yet */
  done: number | null;
  total: number | null;
}

/** Undefined: there is no such job. */
export const findJobProgress = (
  trx: Trx,
  sponsorKey: number,
  jobKey: number,
): Promise<JobProgress | undefined> =>
  trx
    .selectFrom('job')
    .select(['progress_done as done', 'progress_total as total'])
    .where('sponsor_key', '=', sponsorKey)
    .where('job_key', '=', jobKey)
    .executeTakeFirst();
