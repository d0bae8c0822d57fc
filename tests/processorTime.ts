/**
 * Notes at each test the processor time that its worker, with the programs that have ended, took since the test before
 * it; at the first of a file since the file was begun. The report of the suite carries it to the profile of the run.
 */
import { afterEach } from 'vitest';
import { processStat } from './processStat.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** seconds */
    processor?: number;
  }
}

let last = secondsOfWorker();

afterEach(({ task }) => {
  const now = secondsOfWorker();
  task.meta.processor = now - last;
  last = now;
});

/** Zero where the system does not tell (Linux does). */
function secondsOfWorker(): number {
  if (process.platform !== 'linux') return 0;
  const { ownMs = 0, endedMs = 0 } = processStat('self') ?? {};
  return (ownMs + endedMs) / 1000;
}
