/** Who may read which notice: the one rule behind lists, details, the popup and the files. */
import { sql } from 'kysely';
import { dayAt } from '../../shared/dates/zonedDay.ts';
import type { StoredFile } from '../files/storedFile.store.ts';
import type { Trx } from '../storage/database.ts';

/** The system administration's sponsor, whose notices may be for all. */
const SPONSOR_OF_ALL = 1;

export interface NoticeReader {
  userKey: number;
  sponsorKey: number;
  /** today by the reader's calendar, `YYYYMMDD` */
  today: string;
}

export const readerOf = (
  { userKey, sponsorKey, timeZone }: { userKey: number; sponsorKey: number; timeZone: string },
  now: Date,
): NoticeReader => ({ userKey, sponsorKey, today: dayAt(now.getTime(), timeZone) });

/**
 * Notices (`n`) of the reader's sponsor and those for all, for the country of their company or for all, that are in
 * effect and not deleted. Those that ended stay readable.
 */
export const isReadable = ({ sponsorKey, today }: Omit<NoticeReader, 'userKey'>) =>
  sql<boolean>`(n.sponsor_key = ${sponsorKey} or (n.sponsor_key = ${SPONSOR_OF_ALL} and n.notice_all = 'Y'))
    and n.del_flag = 'N' and n.effect_date <= ${today}::text::date
    and (n.country = 'ALL' or n.country = (
      select upper(c.country) from sponsor s join company c using (company_key) where s.sponsor_key = ${sponsorKey}))`;

export const readableNotices = (trx: Trx, reader: NoticeReader) =>
  trx.selectFrom('notice as n').where(isReadable(reader));

/** A file that hangs on a notice the reader may read; null where there is none. */
export async function findNoticeFile(
  trx: Trx,
  reader: NoticeReader,
  fileKey: string,
): Promise<StoredFile | null> {
  const found = await readableNotices(trx, reader)
    .innerJoin('notice_file as f', (join) =>
      join.onRef('f.sponsor_key', '=', 'n.sponsor_key').onRef('f.notice_key', '=', 'n.notice_key'),
    )
    .where('f.del_flag', '=', 'N')
    .where('f.file_key', '=', fileKey)
    .select(['f.file_key', 'f.file_name', 'f.media_type', 'f.size'])
    .limit(1)
    .executeTakeFirst();
  if (!found) return null;
  const { file_key, file_name, media_type, size } = found;
  return { fileKey: file_key, fileName: file_name, mediaType: media_type, size };
}
