/** Whether a durable process waits for a job: a task, the time of a deadline, or the news of a restore. */
import { forSponsor, type Trx } from '../storage/database.ts';
import { findProcess } from './process.store.ts';

interface EnqueuedJob {
  sponsorKey: number;
  jobKey: number;
  payload: object;
}

/** `noProcess`: the job is of none; `goneOn`: the process has heard how it ended, has left the state, or is gone. */
export async function waitingFor(
  trx: Trx,
  { sponsorKey, jobKey, payload }: EnqueuedJob,
): Promise<'noProcess' | 'awaited' | 'goneOn'> {
  if (!('processKey' in payload)) return 'noProcess';
  const processKey = String(payload.processKey);
  const process = await forSponsor(trx, sponsorKey, () => findProcess(trx, sponsorKey, processKey));
  const awaited = process ? [...Object.values(process.tasks), process.deadlineJob] : [];
  return awaited.includes(jobKey) ? 'awaited' : 'goneOn';
}
