/** The server process of a database directory, as its postmaster.pid tells. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandOf, exists, isRunning, isZombie } from '../../systemProcesses.ts';

export interface Postmaster {
  pid: number;
  port: number;
  /** `starting`, `stopping`, `ready`, `standby` */
  state: string;
}

const PATIENCE_MS = 30_000;
const POLL_MS = 25;

/** Null where there is no file, or one that is just being written. */
function readPostmaster(clusterDir: string): Postmaster | null {
  try {
    const lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, port: Number(lines[3]), state: (lines[7] ?? '').trim() } : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The server if it runs and accepts connections. Changes nothing. */
export function findReady(clusterDir: string): Postmaster | null {
  const found = readPostmaster(clusterDir);
  return found?.state === 'ready' && isRunning(found.pid) ? found : null;
}

/**
 * A server that survived the process that started it, ready for use; null when there is none. What an ended server left
 * behind is cleared away, so that a new one can start.
 */
export async function findSurvivor(clusterDir: string): Promise<Postmaster | null> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(POLL_MS)) {
    const found = readPostmaster(clusterDir);
    if (!found) return null;
    if (!exists(found.pid)) return null;
    if (isZombie(found.pid)) continue;
    // the number may have gone to another program since
    if (!commandOf(found.pid).includes('postgres')) break;
    if (found.state === 'ready') return found;
  }
  // the zombie is not reaped, or the number is another program's: PostgreSQL would take the file for a running server
  rmSync(join(clusterDir, 'postmaster.pid'), { force: true });
  return null;
}

/** Waits until the server answers `ready`; false when `hasEnded` says that it will not. */
export async function waitUntilReady(
  clusterDir: string,
  pid: number,
  hasEnded: () => boolean,
): Promise<boolean> {
  while (!hasEnded()) {
    const found = readPostmaster(clusterDir);
    if (found?.pid === pid && found.state === 'ready') return true;
    await sleep(POLL_MS);
  }
  return false;
}

/** Ends the server, open connections or not; everything committed is kept. Answers when it is gone. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!exists(pid)) return;
    process.kill(pid, signal);
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(POLL_MS)) {
      if (!exists(pid) || isZombie(pid)) return;
    }
  }
}
