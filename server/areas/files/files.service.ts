/** Taking files in and handing them out, each sponsor its own. */
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { FilesWorld } from '../../files/fileStore.ts';
import { filesBroughtBy, findStoredFile, noteFiles } from '../../files/storedFile.store.ts';
import type { StoredFile } from '../../files/storedFile.store.ts';
import type { FileAnswer } from '../../http/fileAnswer.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Upload } from '../../http/upload.ts';
import { findNoticeFile, readerOf } from '../../notices/readable.store.ts';
import { fileEmpty, fileNotFound } from '../../problems.ts';
import { findRecordFile } from '../../records/recordFile.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';

/** What this module needs of the server. */
type StoredFilesWorld = ClockWorld & DatabaseWorld & FilesWorld;

/**
 * Stores the file and answers their key, which becomes the value of an attachment item. Throws 422 FILE_EMPTY: a document
 * of no bytes is a scan or a copy that failed.
 */
export async function storeUpload(
  { db, files, clock }: StoredFilesWorld,
  { sponsorKey, userId }: SessionUser,
  { fileName, mediaType, size, path }: Upload,
): Promise<StoredFile> {
  if (size === 0) throw fileEmpty();
  const stored = { fileKey: await files.putFile(path), fileName, mediaType, size };
  await inSponsor(db, sponsorKey, (trx) => noteFiles(trx, { sponsorKey, userId, at: clock.now() }, [stored]));
  return stored;
}

/**
 * A file that the user uploaded, one of a notice that they may read, or one of a record that they see. Attachments of others to a case are served by
 * the case, whose scope decides. Throws 404 FILE_NOT_FOUND, also for a file of other users only.
 */
export async function fileOf(
  { db, files, clock, catalogue }: StoredFilesWorld & CatalogueWorld,
  user: SessionUser,
  fileKey: string,
): Promise<FileAnswer> {
  const { sponsorKey } = user;
  const found = await inSponsor(
    db,
    sponsorKey,
    async (trx) =>
      ((await filesBroughtBy(trx, user, [fileKey])).has(fileKey)
        ? await findStoredFile(trx, sponsorKey, fileKey)
        : null) ??
      (await findNoticeFile(trx, readerOf(user, clock.now()), fileKey)) ??
      (await findRecordFile(trx, catalogue, user, fileKey)),
  );
  const body = found && (await files.stream(fileKey));
  if (!body) throw fileNotFound();
  return { fileName: found.fileName, mediaType: found.mediaType, body, isStored: true };
}
