/** Attachments of an import in its upload folder, by the hash of their content, until their message is stored. */
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keyOfBytes, keyOfFile } from '../files/fileKey.ts';
import type { FileStore } from '../files/fileStore.ts';

const folderOf = (uploadFolder: string): string => join(uploadFolder, 'attachments');

/** Both return the key that the file store will give to the file. */
export interface StagedFiles {
  put: (bytes: Uint8Array) => Promise<string>;
  /** The file is moved. */
  putFile: (path: string) => Promise<string>;
}

/** Stages the attachments that a thread reads. */
export function stageFiles(uploadFolder: string): StagedFiles {
  const folder = folderOf(uploadFolder);
  return {
    put: async (bytes) => {
      const fileKey = keyOfBytes(bytes);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, fileKey), bytes);
      return fileKey;
    },
    putFile: async (path) => {
      const fileKey = await keyOfFile(path);
      await mkdir(folder, { recursive: true });
      await rename(path, join(folder, fileKey));
      return fileKey;
    },
  };
}

/** Stores the staged files among the keys in the file store, which may move them. Other keys are those of files that are there already. */
export async function storeStaged(
  files: FileStore,
  uploadFolder: string,
  fileKeys: readonly string[],
): Promise<void> {
  for (const fileKey of new Set(fileKeys)) {
    const path = join(folderOf(uploadFolder), fileKey);
    if (existsSync(path)) await files.putFile(path);
  }
}
