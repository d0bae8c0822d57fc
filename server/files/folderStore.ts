/** Objects as files of a folder. Several processes may share the folder, on one machine or over a network file system. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { diskFailureOf } from './diskFailure.ts';
import { flush, flushDirectory } from './flush.ts';
import { requireObjectKey, type ObjectStoreAdapter } from './objectStore.ts';
import { unlessMissing } from './unlessMissing.ts';

/** An object is written under such a name first. */
const ASIDE = /\.[\da-f]{8}-[\da-f-]{27}$/;
/** The subfolders that hold objects. */
const FOLDERS = ['files', 'exports'];

/** The object with the key `a/b` is the file `a/b` of the directory. */
export function folderStore(dir: string): ObjectStoreAdapter {
  const pathOf = (key: string): string => join(dir, requireObjectKey(key));
  return {
    location: dir,
    put: (key, content, signal) =>
      replaceWhole(pathOf(key), (aside) =>
        pipeline(content, createWriteStream(aside, { flags: 'wx', flush: true }), { signal }),
      ),
    putFile: (key, source) => replaceWhole(pathOf(key), (aside) => move(source, aside)),
    read: async (key) => {
      const file = await unlessMissing(open(pathOf(key)));
      return file && file.createReadStream();
    },
    exists: async (key) => (await unlessMissing(access(pathOf(key)).then(() => true))) ?? false,
    remove: (key) => rm(pathOf(key), { force: true }),
    list: async function* (folder) {
      for (const key of await filesIn(dir, folder)) {
        const found = ASIDE.test(key) ? null : await unlessMissing(stat(join(dir, key)));
        if (found) yield { key, at: found.mtime };
      }
    },
    removeUnfinished: async (before) => {
      for (const folder of FOLDERS)
        for (const name of (await filesIn(dir, folder)).filter((key) => ASIDE.test(key))) {
          const found = await unlessMissing(stat(join(dir, name)));
          if (found && found.mtime < before) await rm(join(dir, name), { force: true });
        }
    },
    probe: () => access(dir),
    close: () => {},
    failureOf: diskFailureOf,
  };
}

/** The names of the files below the folder, relative to the directory, in order. */
async function filesIn(dir: string, folder: string): Promise<string[]> {
  const entries = await unlessMissing(readdir(join(dir, folder), { withFileTypes: true }));
  const names: string[] = [];
  for (const entry of (entries ?? []).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) names.push(...(await filesIn(dir, name)));
    else names.push(name);
  }
  return names;
}

/** A file of another file system is copied. */
async function move(source: string, aside: string): Promise<void> {
  try {
    await rename(source, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(source, aside);
  }
  await flush(aside, 'r+');
}

/** Under the path is the whole file or none, also after a power loss: it is written aside, flushed and renamed. */
async function replaceWhole(path: string, write: (aside: string) => Promise<void>): Promise<void> {
  const made = await mkdir(dirname(path), { recursive: true });
  const aside = `${path}.${randomUUID()}`;
  try {
    await write(aside);
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  await flushDirectory(dirname(path));
  // a new folder is an entry of the one above it
  if (made) await flushDirectory(dirname(made));
}
