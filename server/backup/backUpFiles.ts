/** Copies the files that the database names, each verified against its key, which is the hash of its content. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { objectKeyOf } from '../files/fileStore.ts';
import type { ObjectStore } from '../files/objectStore.ts';
import { everySomeSeconds, type BackupWork } from './backupWork.ts';
import { PARTS, writePart, type Part } from './parts.ts';
import { referencedFiles } from './referencedFiles.ts';

/** `missing`: keys of files that the store does not have, or whose content is not what was stored. */
export async function backUpFiles(
  work: BackupWork,
  ownerUrl: string,
  objects: ObjectStore,
): Promise<{ parts: Part[]; missing: string[] }> {
  const fileKeys = await referencedFiles(ownerUrl);
  const onFile = everySomeSeconds((count) => work.report(`files: ${count} of ${fileKeys.size}`));
  const parts: Part[] = [];
  const missing: string[] = [];
  for (const fileKey of fileKeys) {
    work.signal.throwIfAborted();
    const part = await backUpFile(work, objects, fileKey);
    if (part) parts.push(part);
    else missing.push(fileKey);
    onFile(parts.length);
  }
  return { parts, missing };
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
