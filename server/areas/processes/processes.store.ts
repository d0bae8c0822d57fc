/** Queries on what a process has under way. They take the transaction they are part of, and decide nothing. */
import type { Trx } from '../../storage/database.ts';

export const findTasks = async (trx: Trx, sponsorKey: number, jobKeys: readonly number[]) =>
  jobKeys.length === 0
    ? []
    : trx
        .selectFrom('job')
        .select(['job_key', 'attempts', 'progress_done', 'progress_total', 'progress_note', 'last_error'])
        .where('sponsor_key', '=', sponsorKey)
        .where('job_key', 'in', jobKeys)
        .execute();
