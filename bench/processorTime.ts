/** Processor time, which compares on a machine that others use as well. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Clock ticks of Linux in /proc, of so many milliseconds. */
const TICK_MS = 10;

/** Milliseconds that this process and the embedded database of the folder have taken so far; Linux alone tells the latter. */
export function processorMs(dataDir: string): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + (process.platform === 'linux' ? databaseMs(dataDir) : 0);
}

/** With the sessions that have ended. */
function databaseMs(dataDir: string): number {
  const [first = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const postmaster = Number(first);
  const ticks = readdirSync('/proc').flatMap((name) => {
    const fields = /^\d+$/.test(name) ? fieldsOf(name) : null;
    if (!fields) return [];
    // own time, and of the postmaster that of the children it has waited for, too
    if (Number(name) === postmaster) return [11, 12, 13, 14].map((at) => Number(fields[at]));
    return Number(fields[1]) === postmaster ? [11, 12].map((at) => Number(fields[at])) : [];
  });
  return ticks.reduce((sum, one) => sum + one, 0) * TICK_MS;
}

/** Of /proc/PID/stat behind the name of the program; null: the process has ended meanwhile. */
function fieldsOf(pid: string): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
