/** Adding a notice with its files. The caller's transaction works for the sponsor it belongs to. */
import type { Insertable } from 'kysely';
import type { RichText } from '../../shared/text/richText.ts';
import type { StoredFile } from '../files/storedFile.store.ts';
import type { Trx } from '../storage/database.ts';
import type { NoticeTable } from '../storage/noticeTables.ts';

export interface NewNotice extends Omit<Insertable<NoticeTable>, 'content' | 'notice_key' | 'changed_at'> {
  content: RichText;
  /** their bytes lie in the file store already */
  files: readonly StoredFile[];
}

/** Answers its key. */
export async function insertNotice(trx: Trx, { content, files, ...notice }: NewNotice): Promise<number> {
  const { notice_key } = await trx
    .insertInto('notice')
    .values({ ...notice, content: JSON.stringify(content), changed_at: notice.reg_time })
    .returning('notice_key')
    .executeTakeFirstOrThrow();
  if (files.length > 0) {
    const { sponsor_key } = notice;
    const rows = files.map(({ fileKey, fileName, mediaType, size }, sort) => ({
      sponsor_key,
      notice_key,
      sort,
      size,
      file_key: fileKey,
      file_name: fileName,
      media_type: mediaType,
    }));
    await trx.insertInto('notice_file').values(rows).execute();
  }
  return notice_key;
}
