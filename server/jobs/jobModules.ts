/** The background work of the product: one file each in `handlers`, found there. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Deps } from '../deps.ts';
import type { AnyJobHandler, RecurringJob } from './job.types.ts';
import type { JobRegistry } from './jobWorker.ts';

/**
 * What a file `handlers/NAME.job.ts` exports as `createJob`: the job, given what it needs, or null where this process is not
 * set up for it (its jobs then wait for one that is).
 */
type JobModule = (deps: Deps) => AnyJobHandler | RecurringJob | null;

const FOLDER = join(import.meta.dirname, 'handlers');
const ENDING = '.job.ts';

/** The jobs that a process with these settings does. */
export async function loadJobs(deps: Deps): Promise<JobRegistry> {
  const registry: JobRegistry = { handlers: [], recurring: [] };
  const names = new Set<string>();
  for (const file of readdirSync(FOLDER)
    .filter((name) => name.endsWith(ENDING))
    .sort()) {
    const { createJob } = (await import(pathToFileURL(join(FOLDER, file)).href)) as { createJob?: JobModule };
    if (!createJob) throw new Error(`server/jobs/handlers/${file} does not export createJob`);
    const job = createJob(deps);
    if (!job) continue;
    const name = 'kind' in job ? job.kind.kind : job.name;
    if (names.has(name)) throw new Error(`server/jobs/handlers/${file}: there is another job '${name}'`);
    names.add(name);
    if ('kind' in job) registry.handlers.push(job);
    else registry.recurring.push(job);
  }
  return registry;
}
