/** How far a job is, as it reports. The query takes the transaction it is part of, and decides nothing. */
import type { Trx } from '../storage/database.ts';

export interface JobProgress {
  /** null: nothing reported yet */
  done: number | null;
  total: number | null;
  note: string | null;
}

/** Null: there is no such job, or no key of one. */
export async function findJobProgress(
  trx: Trx,
  sponsorKey: number,
  jobKey: number | null | undefined,
): Promise<JobProgress | null> {
  if (jobKey === null || jobKey === undefined) return null;
  const found = await trx
    .selectFrom('job')
    .select(['progress_done as done', 'progress_total as total', 'progress_note as note'])
    .where('sponsor_key', '=', sponsorKey)
    .where('job_key', '=', jobKey)
    .executeTakeFirst();
  return found ?? null;
}
