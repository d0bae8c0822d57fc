/** Where a process is. */
import type { DataOf, readProcess } from '../../../shared/contract/index.ts';
import type { SessionUser } from '../../http/session.ts';
import { PROCESS_CHARTS } from '../../processes/charts.ts';
import { findProcess } from '../../processes/process.store.ts';
import { takenBy } from '../../processes/transition.ts';
import { processNotFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { findTasks } from './processes.store.ts';

/** Throws 404 PROCESS_NOT_FOUND, and 409 PROCESS_STATE_UNKNOWN if its chart no longer has its state. */
export const processOfUser = (
  { db }: DatabaseWorld,
  user: SessionUser,
  processKey: string,
): Promise<DataOf<typeof readProcess>> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const process = await findProcess(trx, user.sponsorKey, processKey);
    const chart = PROCESS_CHARTS[process?.chart ?? ''];
    if (!process || !chart || process.createdBy !== user.userKey) throw processNotFound();
    const jobs = await findTasks(trx, user.sponsorKey, Object.values(process.tasks));
    return {
      chart: process.chart,
      state: process.state,
      status: process.status,
      revision: process.revision,
      takes: process.status === 'active' ? takenBy(chart, process) : [],
      deadline: process.deadline?.toISOString() ?? null,
      startedAt: process.createdAt.toISOString(),
      updatedAt: process.updatedAt.toISOString(),
      tasks: Object.entries(process.tasks).flatMap(([task, jobKey]) => {
        const job = jobs.find((one) => one.job_key === jobKey);
        if (!job) return [];
        const { attempts, progress_done, progress_total, progress_note, last_error } = job;
        return [
          {
            task,
            attempts,
            done: progress_done,
            total: progress_total,
            note: progress_note,
            error: last_error,
          },
        ];
      }),
    };
  });
