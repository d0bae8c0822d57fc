/**
 * Notes at each test the processor time that its worker, with the programs that have ended, took since the test before
 * it; at the first of a file since the file was begun. The report of the suite carries it to the profile of the run.
 */
import { readFileSync } from 'node:fs';
import { afterEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** seconds */
    processor?: number;
  }
}

/** Clock ticks of Linux in /proc, the same on every machine. */
const TICKS = 100;
/** Of /proc/PID/stat behind the name of the program: user and system time, own and of children that have ended. */
const TIMES = [11, 12, 13, 14];

let last = secondsOfWorker();

afterEach(({ task }) => {
  const now = secondsOfWorker();
  task.meta.processor = now - last;
  last = now;
});

/** Zero where the system does not tell (Linux does). */
function secondsOfWorker(): number {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return TIMES.reduce((sum, field) => sum + Number(fields[field]), 0) / TICKS;
}
