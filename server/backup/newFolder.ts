/** Makes a folder whole or not at all. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { failedWrite } from '../files/diskFailure.ts';
import { flushDirectory } from '../files/flush.ts';
import { makeDirectories } from '../makeDirectories.ts';
import { BackupProblem } from './backupProblem.ts';

/**
 * Runs the work on a folder of another name, which gets the name of the target when all of it is on the disk. If the work
 * fails the folder is removed; a killed process leaves `.NAME.incomplete-PID`.
 */
export async function makeFolder<T>(target: string, work: (folder: string) => Promise<T>): Promise<T> {
  if (existsSync(target)) throw new BackupProblem(`${target} exists already; name a new folder`);
  const parent = dirname(target);
  const aside = join(parent, `.${basename(target)}.incomplete-${process.pid}`);
  makeDirectories(parent);
  await mkdir(aside, { mode: 0o700 });
  try {
    const result = await work(aside);
    await flushFolders(aside);
    await rename(aside, target);
    await flushDirectory(parent);
    return result;
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    const why = failedWrite(error, target);
    throw why === null ? error : new BackupProblem(why);
  }
}

/** The names in the folder and in the ones below it. */
async function flushFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (entry.isDirectory()) await flushDirectory(join(entry.parentPath, entry.name));
  await flushDirectory(folder);
}
