/** Restores the files of a backup into the file storage, and computes their keys again. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keyOfFile } from '../files/fileKey.ts';
import { objectKeyOf } from '../files/fileStore.ts';
import { BackupProblem } from './backupProblem.ts';
import { everySomeSeconds, type RestoreWork } from './backupWork.ts';
import { PARTS, readSums } from './parts.ts';

/** Answers the keys of the files. */
export async function restoreFiles({
  config,
  folder,
  objects,
  report,
  signal,
}: RestoreWork): Promise<Set<string>> {
  const onFile = everySomeSeconds((count) => report(`files: ${count} restored so far`));
  const fileKeys = new Set<string>();
  const aside = await mkdtemp(join(config.dataDir, 'restore-'));
  for await (const { path, sha256 } of readSums(folder)) {
    if (!path.startsWith(PARTS.files)) continue;
    signal.throwIfAborted();
    // the storage may move what it is given
    const copy = join(aside, sha256);
    await copyFile(join(folder, path), copy);
    if ((await keyOfFile(copy)) !== sha256)
      throw new BackupProblem(`${path} changed while the backup was restored`);
    await objects.putFile(objectKeyOf(sha256), copy);
    fileKeys.add(sha256);
    onFile(fileKeys.size);
  }
  await rm(aside, { recursive: true });
  return fileKeys;
}
