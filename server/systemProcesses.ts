/** What the system says about a process number. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const hasProc = existsSync('/proc/self/stat');

function procFile(pid: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // the process ended meanwhile
    return null;
  }
}

/** The fields of /proc/PID/stat after the name, which may itself hold blanks and brackets. */
function statOf(pid: number): string[] | null {
  const stat = procFile(pid, 'stat');
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Does the number belong to a process, be it one that has ended and waits to be reaped? */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Ended, but its parent has not asked for the result yet. */
export const isZombie = (pid: number): boolean => statOf(pid)?.[0] === 'Z';

export const isRunning = (pid: number): boolean => exists(pid) && !isZombie(pid);

/** When the process began, in the system's own unit; null where that is not known. */
export const startTimeOf = (pid: number): string | null => statOf(pid)?.[19] ?? null;

/** The command line of a process, '' when it has none or is gone. */
export function commandOf(pid: number): string {
  if (hasProc) return procFile(pid, 'cmdline')?.replaceAll('\0', ' ') ?? '';
  if (process.platform === 'win32') return '';
  return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout ?? '';
}
