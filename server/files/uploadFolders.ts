/** Files of requests under way. Each request has a folder, which is removed with its content when the request ends. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFailureOf } from './diskFailure.ts';
import type { FileStoreUnavailable } from './objectStore.ts';
import { unlessMissing } from './unlessMissing.ts';

export interface UploadFolders {
  /**
   * Works with an empty folder, which is removed when the work has ended. Fails with `FileStoreUnavailable`, which is reported,
   * where the disk is full or fails.
   */
  use: <T>(work: (folder: string) => Promise<T>) => Promise<T>;
  /** Removes the folders that nothing was added to since: those of processes that were killed. */
  removeUnusedSince: (since: Date) => Promise<void>;
}

/** longer than any upload is received and processed */
const KEEP_MS = 24 * 60 * 60_000;

/** Removes the folders of processes that were killed. The times of files are those of the machine. */
export const removeOldUploads = ({ removeUnusedSince }: UploadFolders): Promise<void> =>
  removeUnusedSince(new Date(Date.now() - KEEP_MS));

/** Upload folders in a directory of the disk; the processes of a machine may share it. */
export function uploadFoldersIn(
  dir: string,
  onUnavailable: (failure: FileStoreUnavailable) => void,
): UploadFolders {
  const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });
  return {
    use: async (work) => {
      const folder = join(dir, randomUUID());
      try {
        await mkdir(folder, { recursive: true });
        return await work(folder);
      } catch (error) {
        const failure = diskFailureOf(error);
        if (failure) onUnavailable(failure);
        throw failure ?? error;
      } finally {
        await remove(folder);
      }
    },
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
