/** Files of requests under way. Each request has a folder, which is removed with its content when the request ends. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from './unlessMissing.ts';

export interface UploadFolders {
  /** Creates an empty folder and returns its path. */
  create: () => Promise<string>;
  /** A folder that does not exist is removed already. */
  remove: (folder: string) => Promise<void>;
  /** Removes the folders that nothing was added to since: those of processes that were killed. */
  removeUnusedSince: (since: Date) => Promise<void>;
}

/** longer than any upload is received and processed */
const KEEP_MS = 24 * 60 * 60_000;

/** Removes the folders of processes that were killed. The times of files are those of the machine. */
export const removeOldUploads = ({ removeUnusedSince }: UploadFolders): Promise<void> =>
  removeUnusedSince(new Date(Date.now() - KEEP_MS));

/** Upload folders in a directory of the disk; the processes of a machine may share it. */
export function uploadFoldersIn(dir: string): UploadFolders {
  const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });
  return {
    create: async () => {
      const folder = join(dir, randomUUID());
      await mkdir(folder, { recursive: true });
      return folder;
    },
    remove,
    removeUnusedSince: async (since) => {
      for (const name of await namesIn(dir)) {
        const folder = join(dir, name);
        const changed = await unlessMissing(stat(folder));
        if (changed && changed.mtime < since) await remove(folder);
      }
    },
  };
}

const namesIn = async (dir: string): Promise<string[]> => (await unlessMissing(readdir(dir))) ?? [];
