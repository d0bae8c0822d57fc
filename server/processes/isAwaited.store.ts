/** Whether a job is still of use to the process that enqueued it. */
import { forSponsor, type Trx } from '../storage/database.ts';
import { findProcess } from './process.store.ts';

interface EnqueuedJob {
  sponsorKey: number;
  jobKey: number;
  payload: object;
}

/** False for a task whose process has heard how it ended, has left the state, or is gone; true for a job of no process. */
export async function isAwaited(trx: Trx, { sponsorKey, jobKey, payload }: EnqueuedJob): Promise<boolean> {
  if (!('processKey' in payload && 'task' in payload)) return true;
  const { processKey, task } = payload;
  const process = await forSponsor(trx, sponsorKey, () => findProcess(trx, sponsorKey, String(processKey)));
  return process?.tasks[String(task)] === jobKey;
}
