/** Entries of the history, and imported files: what is known of one, whether it was imported before, and its bytes. */
import { limitsOf } from '../../../shared/access/scope.ts';
import type { DataOf, readFileInfo, readHistoryEntry } from '../../../shared/contract/index.ts';
import { earlierImport } from '../../case-import/earlierImport.ts';
import { findImportedFile, findSameFiles } from '../../case-import/importRun.store.ts';
import { findExport } from '../../data-export/dataExport.store.ts';
import type { FilesWorld } from '../../files/fileStore.ts';
import type { FileAnswer } from '../../http/fileAnswer.ts';
import type { SessionUser } from '../../http/session.ts';
import { noPrivilege, notFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';

async function existing(trx: Trx, { sponsorKey }: SessionUser, dataKey: number) {
  const found = await findImportedFile(trx, sponsorKey, dataKey);
  if (!found) throw notFound();
  return found;
}

/** Throws 404 NOT_FOUND. */
export const historyEntry = (
  { db }: DatabaseWorld,
  { sponsorKey }: SessionUser,
  dataKey: number,
): Promise<DataOf<typeof readHistoryEntry>> =>
  inSponsor(db, sponsorKey, async (trx) => {
    if (await findImportedFile(trx, sponsorKey, dataKey)) return { dataKey, kind: 'import' };
    if (await findExport(trx, sponsorKey, dataKey)) return { dataKey, kind: 'export' };
    throw notFound();
  });

/** Throws 404 NOT_FOUND. */
export const fileInfo = (
  { db }: DatabaseWorld,
  user: SessionUser,
  dataKey: number,
): Promise<DataOf<typeof readFileInfo>> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const { file_name, file_key, size, at, user_id } = await existing(trx, user, dataKey);
    const same = await findSameFiles(trx, user.sponsorKey, file_key);
    return {
      dataKey,
      fileName: file_name,
      size,
      hash: file_key,
      at: at.toISOString(),
      userId: user_id,
      same: same.filter((other) => other.data_key !== dataKey).map(earlierImport),
    };
  });

/** Throws 404 NOT_FOUND; 403 NO_PRIVILEGE for a user who may not see all that the file may contain. */
export async function importedFile(
  { db, files }: DatabaseWorld & FilesWorld,
  user: SessionUser,
  dataKey: number,
): Promise<FileAnswer> {
  const found = await inSponsor(db, user.sponsorKey, (trx) => existing(trx, user, dataKey));
  if (limitsOf(user).length > 0 || !user.unblind || user.hidden.length > 0) throw noPrivilege();
  const body = await files.stream(found.file_key);
  if (!body) throw notFound();
  return { fileName: found.file_name, mediaType: 'application/octet-stream', body };
}
