/** Restores the files of a backup into the file store, which computes their keys again. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFileStore } from '../files/fileStore.ts';
import { BackupProblem } from './backupProblem.ts';
import { everySomeSeconds, type BackupWork } from './backupWork.ts';
import { PARTS, readSums } from './parts.ts';

/** Answers the keys of the files. */
export async function restoreFiles({ config, folder, report, signal }: BackupWork): Promise<Set<string>> {
  const store = diskFileStore(join(config.dataDir, 'files'));
  const onFile = everySomeSeconds((count) => report(`files: ${count} restored so far`));
  const fileKeys = new Set<string>();
  const aside = await mkdtemp(join(config.dataDir, 'restore-'));
  for await (const { path, sha256 } of readSums(folder)) {
    if (!path.startsWith(PARTS.files)) continue;
    signal.throwIfAborted();
    // the store may move what it is given
    const copy = join(aside, sha256);
    await copyFile(join(folder, path), copy);
    if ((await store.putFile(copy)) !== sha256)
      throw new BackupProblem(`${path} changed while the backup was restored`);
    fileKeys.add(sha256);
    onFile(fileKeys.size);
  }
  await rm(aside, { recursive: true });
  return fileKeys;
}
