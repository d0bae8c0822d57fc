/** The background work of a process of ROLE all or worker. */
import type { Deps } from '../deps.ts';
import { loadJobs } from './jobModules.ts';
import { startJobWorker } from './jobWorker.ts';
import { listenForJobs } from './listenForJobs.ts';

/** Answers a function that stops the workers: it signals running jobs and waits for them. */
export async function startJobs(deps: Deps, databaseUrl: string): Promise<() => Promise<void>> {
  const worker = startJobWorker(deps, await loadJobs(deps));
  const stopListening = listenForJobs(databaseUrl, worker, deps.log);
  return async () => {
    await stopListening();
    await worker.stop();
  };
}
