/** Imported files: what is known of one, whether it was imported before, and its bytes. */
import { limitsOf } from '../../../shared/access/scope.ts';
import type { DataOf, readFileInfo } from '../../../shared/contract/index.ts';
import type { FilesWorld } from '../../files/fileStore.ts';
import type { FileAnswer } from '../../http/fileAnswer.ts';
import type { SessionUser } from '../../http/session.ts';
import { noPrivilege, notFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';

const importsOf = (trx: Trx, sponsorKey: number) =>
  trx
    .selectFrom('data_history')
    .select(['data_key', 'file_name', 'file_key', 'at', 'user_id'])
    .where('sponsor_key', '=', sponsorKey)
    .where('kind', '=', 'import');

async function existing(trx: Trx, { sponsorKey }: SessionUser, dataKey: number) {
  const found = await importsOf(trx, sponsorKey).where('data_key', '=', dataKey).executeTakeFirst();
  if (!found) throw notFound();
  return found;
}

/** Throws 404 NOT_FOUND. */
export const fileInfo = (
  { db }: DatabaseWorld,
  user: SessionUser,
  dataKey: number,
): Promise<DataOf<typeof readFileInfo>> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const { file_name, file_key, at, user_id } = await existing(trx, user, dataKey);
    const same = await importsOf(trx, user.sponsorKey)
      .where('file_key', '=', file_key)
      .where('data_key', '<>', dataKey)
      .orderBy('data_key')
      .limit(20)
      .execute();
    const stored = await trx
      .selectFrom('stored_file')
      .select('size')
      .where('sponsor_key', '=', user.sponsorKey)
      .where('file_key', '=', file_key)
      .executeTakeFirst();
    return {
      dataKey,
      fileName: file_name,
      size: stored?.size ?? null,
      hash: file_key,
      at: at.toISOString(),
      userId: user_id,
      same: same.map((other) => ({
        dataKey: other.data_key,
        fileName: other.file_name,
        at: other.at.toISOString(),
        userId: other.user_id,
      })),
    };
  });

/** Throws 404 NOT_FOUND; 403 NO_PRIVILEGE for a user who may not see all that the file may contain. */
export async function importedFile(
  { db, files }: DatabaseWorld & FilesWorld,
  user: SessionUser,
  dataKey: number,
): Promise<FileAnswer> {
  const found = await inSponsor(db, user.sponsorKey, (trx) => existing(trx, user, dataKey));
  if (limitsOf(user).length > 0 || !user.unblind) throw noPrivilege();
  const body = await files.stream(found.file_key);
  if (!body) throw notFound();
  return { fileName: found.file_name, mediaType: 'application/octet-stream', body };
}
