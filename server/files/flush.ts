/** Resolves when files and names of files are on the disk. */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Flushes the directory, so that a new name is on disk. Windows cannot open directories, and writes names through. */
export async function flushDirectory(dir: string): Promise<void> {
  if (process.platform !== 'win32') await flush(dir, 'r');
}

/** The same, at once: nothing else is done meanwhile. */
export function flushDirectorySync(dir: string): void {
  if (process.platform === 'win32') return;
  const opened = openSync(dir, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Flushes what was written to a file. */
export async function flush(path: string, flags: 'r' | 'r+'): Promise<void> {
  const opened = await open(path, flags);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
