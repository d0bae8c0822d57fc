/** Copies the files that the database names, each verified against its key, which is the hash of its content. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { objectKeyOf } from '../files/fileStore.ts';
import type { ObjectStore } from '../files/objectStore.ts';
import { everySomeSeconds, type BackupWork } from './backupWork.ts';
import { PARTS, writePart, type Part } from './parts.ts';
import { referencedFiles } from './referencedFiles.ts';

/** By file key; null: the store does not have the file, or its content is not what was stored. */
export type CopiedFiles = ReadonlyMap<string, Part | null>;

/** Adds the files that the database names now to those that are copied. */
export async function backUpFiles(
  work: BackupWork,
  ownerUrl: string,
  objects: ObjectStore,
  copied: CopiedFiles = new Map(),
): Promise<CopiedFiles> {
  const files = new Map(copied);
  const left = [...(await referencedFiles(ownerUrl))].filter((fileKey) => !files.get(fileKey));
  const onFile = everySomeSeconds((count) => work.report(`files: ${count} of ${left.length}`));
  for (const [count, fileKey] of left.entries()) {
    work.signal.throwIfAborted();
    files.set(fileKey, await backUpFile(work, objects, fileKey));
    onFile(count + 1);
  }
  return files;
}

async function backUpFile(work: BackupWork, objects: ObjectStore, fileKey: string): Promise<Part | null> {
  const content = await objects.read(objectKeyOf(fileKey));
  if (!content) return null;
  const path = `${PARTS.files}${fileKey.slice(0, 2)}/${fileKey}`;
  const part = await writePart(work.folder, path, content, work);
  if (part.sha256 === fileKey) return part;
  await rm(join(work.folder, path));
  return null;
}
