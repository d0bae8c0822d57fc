/** Taking files in and handing them out, each sponsor its own. */
import type { Deps } from '../../deps.ts';
import { findStoredFile, noteFiles } from '../../files/storedFile.store.ts';
import type { StoredFile } from '../../files/storedFile.store.ts';
import type { FileAnswer } from '../../http/mount.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Upload } from '../../http/upload.ts';
import { fileNotFound } from '../../problems.ts';
import { inSponsor } from '../../storage/database.ts';

/** Keeps the bytes and answers their key, which becomes the value of an attachment item. */
export async function storeUpload(
  { db, files, clock }: Deps,
  { sponsorKey, userId }: SessionUser,
  { fileName, mediaType, bytes }: Upload,
): Promise<StoredFile> {
  const stored = { fileKey: await files.put(bytes), fileName, mediaType, size: bytes.length };
  await inSponsor(db, sponsorKey, (trx) => noteFiles(trx, { sponsorKey, userId, at: clock.now() }, [stored]));
  return stored;
}

/** A file of the sponsor. Throws 404 FILE_NOT_FOUND, also for one that only another sponsor has. */
export async function fileOf(
  { db, files }: Deps,
  { sponsorKey }: SessionUser,
  fileKey: string,
): Promise<FileAnswer> {
  const found = await inSponsor(db, sponsorKey, (trx) => findStoredFile(trx, sponsorKey, fileKey));
  const body = found && (await files.stream(fileKey));
  if (!body) throw fileNotFound();
  return { fileName: found.fileName, mediaType: found.mediaType, body };
}
