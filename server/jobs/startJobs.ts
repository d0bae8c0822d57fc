/** The background work of a process of ROLE all or worker. */
import type { Deps } from '../deps.ts';
import type { JobKind } from './job.types.ts';
import { loadJobs } from './jobModules.ts';
import { startJobWorker } from './jobWorker.ts';
import { listenForJobs } from './listenForJobs.ts';

/** All that the settings of the process allow, or enqueued jobs of one kind alone. */
export type RunJobs = 'all' | Pick<JobKind<object>, 'kind'>;

/** Answers a function that stops the workers: it signals running jobs and waits for them. */
export async function startJobs(deps: Deps, databaseUrl: string, run: RunJobs): Promise<() => Promise<void>> {
  const { handlers, recurring } = await loadJobs(deps);
  const registry =
    run === 'all'
      ? { handlers, recurring }
      : { handlers: handlers.filter(({ kind }) => kind.kind === run.kind), recurring: [] };
  const worker = startJobWorker(deps, registry);
  const stopListening = listenForJobs(databaseUrl, worker, deps.log);
  return async () => {
    await stopListening();
    await worker.stop();
  };
}
