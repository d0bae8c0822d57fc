/** Removes files that no row refers to, exported files that were never removed, and what interrupted writing left. */
import type { Deps } from '../../deps.ts';
import { removeOrphans } from '../../files/removeOrphans.ts';
import type { RecurringJob } from '../job.types.ts';

const HOUR_MS = 60 * 60_000;
/** longer than a file is written */
const KEEP_MS = 48 * HOUR_MS;

export const createJob = ({
  temporaryFiles,
  log,
  config,
  ...world
}: Pick<Deps, 'db' | 'objects' | 'temporaryFiles' | 'log' | 'config'>): RecurringJob => ({
  name: 'remove-orphan-files',
  every: HOUR_MS,
  run: async (signal) => {
    const orphans = await removeOrphans(world, signal);
    if (orphans > 0) log.warn({ orphans }, 'files that no row refers to were removed');
    // the times of files are those of the storage
    const before = new Date(Date.now() - KEEP_MS);
    // those of exported data can be fetched the longest time
    await temporaryFiles.removeOlderThan(new Date(before.getTime() - config.keepExportDays * 24 * HOUR_MS));
    await world.objects.removeUnfinished(before);
  },
});
