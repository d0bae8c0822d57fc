/** Which files a sponsor has: the file store has the bytes, this table their names and uploaders. */
import type { Trx } from '../storage/database.ts';
import { portionsOf } from '../storage/portions.ts';

export interface StoredFile {
  fileKey: string;
  fileName: string;
  mediaType: string;
  size: number;
}

/** Records files of the sponsor and their uploader; an existing one keeps its first name. */
export async function noteFiles(
  trx: Trx,
  { sponsorKey, userId, at }: { sponsorKey: number; userId: string; at: Date },
  files: readonly StoredFile[],
): Promise<void> {
  const distinct = [...new Map(files.map((file) => [file.fileKey, file])).values()];
  const stored = distinct.map(({ fileKey, fileName, mediaType, size }) => ({
    sponsor_key: sponsorKey,
    file_key: fileKey,
    file_name: fileName,
    media_type: mediaType,
    size,
    at,
    user_id: userId,
  }));
  for (const portion of portionsOf(stored))
    await trx
      .insertInto('stored_file')
      .values(portion)
      .onConflict((conflict) => conflict.columns(['sponsor_key', 'file_key']).doNothing())
      .execute();
  const bringers = distinct.map(({ fileKey }) => ({
    sponsor_key: sponsorKey,
    file_key: fileKey,
    user_id: userId,
  }));
  for (const portion of portionsOf(bringers))
    await trx
      .insertInto('file_bringer')
      .values(portion)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** null: the sponsor has no such file; another sponsor may have it. */
export async function findStoredFile(
  trx: Trx,
  sponsorKey: number,
  fileKey: string,
): Promise<StoredFile | null> {
  const found = await trx
    .selectFrom('stored_file')
    .select(['file_key', 'file_name', 'media_type', 'size'])
    .where('sponsor_key', '=', sponsorKey)
    .where('file_key', '=', fileKey)
    .executeTakeFirst();
  if (!found) return null;
  const { file_key, file_name, media_type, size } = found;
  return { fileKey: file_key, fileName: file_name, mediaType: media_type, size };
}

/** The files that the user uploaded. */
export async function filesBroughtBy(
  trx: Trx,
  { sponsorKey, userId }: { sponsorKey: number; userId: string },
  fileKeys: readonly string[],
): Promise<Set<string>> {
  const found = await trx
    .selectFrom('file_bringer')
    .select('file_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('user_id', '=', userId)
    .where('file_key', 'in', fileKeys)
    .execute();
  return new Set(found.map(({ file_key }) => file_key));
}
