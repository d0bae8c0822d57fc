/** Processor time, which compares on a machine that others use as well. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processStat } from '../tests/processStat.ts';

/** Milliseconds that this process and the embedded database of the folder have taken so far; Linux alone tells the latter. */
export function processorMs(dataDir: string): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + (process.platform === 'linux' ? databaseMs(dataDir) : 0);
}

/** With the sessions that have ended. */
function databaseMs(dataDir: string): number {
  const [first = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const postmaster = Number(first);
  const times = readdirSync('/proc').map((name) => {
    const stat = /^\d+$/.test(name) ? processStat(name) : null;
    if (!stat) return 0;
    if (Number(name) === postmaster) return stat.ownMs + stat.endedMs;
    return stat.parent === postmaster ? stat.ownMs : 0;
  });
  return times.reduce((sum, one) => sum + one, 0);
}
