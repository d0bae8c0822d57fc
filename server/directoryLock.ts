/** One process owns a data directory: a second start is refused, a lock left by a killed process is taken over. */
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupProblem } from './config.ts';
import { isRunning, startTimeOf } from './systemProcesses.ts';

interface Owner {
  pid: number;
  /** tells a process from a later one that got the same number; null where the system does not say */
  startTime: string | null;
}

/**
 * Takes the directory for this process and answers how to give it back. Throws a `SetupProblem` naming directory and
 * process when another one holds it.
 */
export function lockDirectory(dataDir: string): () => void {
  const lock = join(dataDir, 'casewright.lock');
  const mine = `${lock}.${process.pid}`;
  writeFileSync(
    mine,
    JSON.stringify({ pid: process.pid, startTime: startTimeOf(process.pid) } satisfies Owner),
  );
  try {
    // a link is created atomically, so that no process reads a half-written lock
    while (!tryLink(mine, lock)) dropIfStale(lock, dataDir);
  } finally {
    unlinkSync(mine);
  }
  return () => unlinkSync(lock);
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function dropIfStale(lock: string, dataDir: string): void {
  const owner = readOwner(lock);
  if (owner && isRunning(owner.pid) && startTimeOf(owner.pid) === owner.startTime) {
    throw new SetupProblem(
      `Casewright already runs on the data directory ${dataDir} (process ${owner.pid}); stop it or set another DATA_DIR`,
    );
  }
  // moved aside first: if another start was quicker, what we hold now is its fresh lock and goes back
  const aside = `${lock}.stale.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = readOwner(aside);
  if (moved && moved.pid !== owner?.pid) tryLink(aside, lock);
  unlinkSync(aside);
}

function readOwner(file: string): Owner | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
