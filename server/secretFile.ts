/** Files with secrets in the data directory: made once, readable by the product's account only. */
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Reads the file, or makes it. Several processes may share the directory: the first one makes it, the others read it. */
export function secretFile(path: string, make: () => string | Buffer): Buffer {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, make(), { mode: 0o600 });
  try {
    linkSync(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
  return readFileSync(path);
}
