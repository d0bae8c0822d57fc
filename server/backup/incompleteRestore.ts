/** Marks a data directory while a backup is restored into it, so that no server starts on half of it. */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { flushDirectory } from '../files/flush.ts';
import { SetupProblem } from '../settings.ts';

const markerIn = (dataDir: string): string => join(dataDir, 'restore.incomplete');

export async function markIncomplete(dataDir: string): Promise<void> {
  await writeFile(markerIn(dataDir), '', { flush: true });
  await flushDirectory(dataDir);
}

export async function markComplete(dataDir: string): Promise<void> {
  await rm(markerIn(dataDir));
  await flushDirectory(dataDir);
}

/** Throws a `SetupProblem` if a restore into the directory did not end. */
export function refuseIncomplete(dataDir: string): void {
  if (existsSync(markerIn(dataDir)))
    throw new SetupProblem(
      `a restore into DATA_DIR ${dataDir} was interrupted; empty the directory and restore again`,
    );
}
