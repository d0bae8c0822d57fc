import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a directory and those above it. One by one: made all at once, those on a disk that cannot be written fail as if the
 * disk were not there (ENOENT), and those below `/proc` never. `mode`: of the last one. Returns whether it is new.
 */
export function makeDirectories(path: string, mode?: number): boolean {
  const above = dirname(resolve(path));
  if (!existsSync(above)) makeDirectories(above);
  try {
    mkdirSync(path, mode);
    return true;
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST' && statSync(path).isDirectory();
    if (!isThere) throw error;
    return false;
  }
}
