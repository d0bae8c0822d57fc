/**
 * Files with secrets in the data directory, readable by the product's account only. They are on the disk before they are
 * used: after a loss of power nothing could be opened or verified that was written with a secret that is lost.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { flushDirectorySync } from './files/flush.ts';

/** Reads the file, or makes it. Several processes may share the directory: the first one makes it, the others read it. */
export function secretFile(path: string, make: () => string | Buffer): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  place(path, make(), (own) => {
    try {
      linkSync(own, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  });
  return readFileSync(path);
}

/** Replaces the content of the file: all of it, or nothing. */
export const replaceSecretFile = (path: string, content: string): void =>
  place(path, content, (own) => renameSync(own, path));

/** Writes a file of this process, which `put` gives the name. */
function place(path: string, content: string | Buffer, put: (own: string) => void): void {
  const own = `${path}.${process.pid}`;
  try {
    writeFileSync(own, content, { mode: 0o600, flush: true });
    put(own);
    flushDirectorySync(dirname(path));
  } finally {
    rmSync(own, { force: true });
  }
}
