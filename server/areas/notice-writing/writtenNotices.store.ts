/** Queries of the writers of notices. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { RichText } from '../../../shared/text/richText.ts';
import type { StoredFile } from '../../files/storedFile.store.ts';
import type { Trx } from '../../storage/database.ts';

/** Locks the notice until the transaction ends. */
export const findWritten = async (trx: Trx, sponsorKey: number, noticeKey: number) =>
  trx
    .selectFrom('notice as n')
    .select([
      'n.notice_key',
      'n.title',
      'n.content',
      'n.country',
      'n.notice_all',
      'n.popup',
      'n.alarm_email',
      'n.del_flag',
      'n.changed_at',
      sql<string>`to_char(n.effect_date, 'YYYYMMDD')`.as('effect_date'),
      sql<string | null>`to_char(n.expire_date, 'YYYYMMDD')`.as('expire_date'),
    ])
    .where('n.sponsor_key', '=', sponsorKey)
    .where('n.notice_key', '=', noticeKey)
    .forUpdate()
    .executeTakeFirst();

export type WrittenNotice = NonNullable<Awaited<ReturnType<typeof findWritten>>>;

/** With the deleted ones, in the order they were attached. */
export const findFiles = (trx: Trx, sponsorKey: number, noticeKey: number) =>
  trx
    .selectFrom('notice_file')
    .select(['file_key as fileKey', 'file_name as fileName', 'size', 'sort', 'del_flag as delFlag'])
    .where('sponsor_key', '=', sponsorKey)
    .where('notice_key', '=', noticeKey)
    .orderBy('sort')
    .execute();

/** The columns of a notice that its form fills. */
export interface NoticeColumns {
  title: string;
  content: RichText;
  country: string;
  effect_date: string;
  expire_date: string | null;
  notice_all: 'Y' | 'N';
  popup: 'Y' | 'N';
  alarm_email: 'Y' | 'N';
  del_flag: 'Y' | 'N';
}

interface NoticeKey {
  sponsorKey: number;
  noticeKey: number;
}

export const updateNotice = (
  trx: Trx,
  { sponsorKey, noticeKey }: NoticeKey,
  { content, ...columns }: NoticeColumns,
  at: Date,
) =>
  trx
    .updateTable('notice')
    .set({ ...columns, content: JSON.stringify(content), changed_at: at })
    .where('sponsor_key', '=', sponsorKey)
    .where('notice_key', '=', noticeKey)
    .execute();

export const touchNotice = (trx: Trx, { sponsorKey, noticeKey }: NoticeKey, at: Date) =>
  trx
    .updateTable('notice')
    .set({ changed_at: at })
    .where('sponsor_key', '=', sponsorKey)
    .where('notice_key', '=', noticeKey)
    .execute();

/** Attaches files after those that are attached; one with the same bytes is restored under its new name. */
export const attachFiles = async (
  trx: Trx,
  { sponsorKey, noticeKey }: NoticeKey,
  files: readonly StoredFile[],
  sort: number,
): Promise<void> => {
  for (const [at, { fileKey, fileName, mediaType, size }] of files.entries())
    await trx
      .insertInto('notice_file')
      .values({
        sponsor_key: sponsorKey,
        notice_key: noticeKey,
        file_key: fileKey,
        file_name: fileName,
        media_type: mediaType,
        size,
        sort: sort + at,
      })
      .onConflict((same) =>
        same
          .columns(['sponsor_key', 'notice_key', 'file_key'])
          .doUpdateSet({ file_name: fileName, del_flag: 'N', sort: sort + at }),
      )
      .execute();
};

export const markFile = (
  trx: Trx,
  { sponsorKey, noticeKey }: NoticeKey,
  fileKey: string,
  delFlag: 'Y' | 'N',
) =>
  trx
    .updateTable('notice_file')
    .set({ del_flag: delFlag })
    .where('sponsor_key', '=', sponsorKey)
    .where('notice_key', '=', noticeKey)
    .where('file_key', '=', fileKey)
    .execute();

/** The notices of the sponsor, or one of them, that have the file and have not deleted it. */
export const findNoticesWithFile = (
  trx: Trx,
  sponsorKey: number,
  fileKey: string,
  noticeKey: number | undefined,
) =>
  trx
    .selectFrom('notice_file')
    .select(['notice_key', 'file_name'])
    .where('sponsor_key', '=', sponsorKey)
    .where('file_key', '=', fileKey)
    .where('del_flag', '=', 'N')
    .$if(noticeKey !== undefined, (some) => some.where('notice_key', '=', noticeKey ?? 0))
    .orderBy('notice_key')
    .execute();

export const findMails = (
  trx: Trx,
  { sponsorKey, noticeKey }: NoticeKey,
  { offset, limit }: { offset: number; limit: number },
) =>
  trx
    .selectFrom('notice_mail as m')
    .innerJoin('outbox_email as o', 'o.email_key', 'm.outbox_key')
    .select(['m.user_name', 'm.address', 'm.at', 'o.state'])
    .where('m.sponsor_key', '=', sponsorKey)
    .where('m.notice_key', '=', noticeKey)
    .orderBy('m.at', 'desc')
    .orderBy('m.user_key')
    .offset(offset)
    .limit(limit)
    .execute();

export const countMails = async (trx: Trx, { sponsorKey, noticeKey }: NoticeKey): Promise<number> =>
  (
    await trx
      .selectFrom('notice_mail')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('sponsor_key', '=', sponsorKey)
      .where('notice_key', '=', noticeKey)
      .executeTakeFirstOrThrow()
  ).count;
