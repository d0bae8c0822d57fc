/** Queries on notices. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import { readableNotices, type NoticeReader } from '../../notices/readable.store.ts';
import type { Trx } from '../../storage/database.ts';

export interface NoticeFilter {
  noticeKey?: number;
  /** not ended yet */
  inEffect?: boolean;
  popup?: boolean;
}

const matching = (trx: Trx, reader: NoticeReader, { noticeKey, inEffect, popup }: NoticeFilter) =>
  readableNotices(trx, reader)
    .$if(noticeKey !== undefined, (some) => some.where('n.notice_key', '=', noticeKey ?? 0))
    .$if(inEffect === true, (some) =>
      some.where((is) => is.or([is('n.expire_date', 'is', null), is('n.expire_date', '>=', reader.today)])),
    )
    .$if(popup === true, (some) => some.where('n.popup', '=', 'Y'));

const filesOf = sql<{ fileKey: string; fileName: string; size: number }[]>`coalesce((
  select json_agg(json_build_object('fileKey', f.file_key, 'fileName', f.file_name, 'size', f.size) order by f.sort)
  from notice_file f
  where f.sponsor_key = n.sponsor_key and f.notice_key = n.notice_key and f.del_flag = 'N'
), '[]'::json)`;

/** Newest first; those registered in one moment by their keys. */
export const findNotices = (
  trx: Trx,
  reader: NoticeReader,
  filter: NoticeFilter,
  { limit = null }: { limit?: number | null } = {},
) =>
  matching(trx, reader, filter)
    .leftJoin('notice_read as r', (join) =>
      join.onRef('r.notice_key', '=', 'n.notice_key').on('r.user_key', '=', reader.userKey),
    )
    .select([
      'n.notice_key',
      'n.title',
      'n.content',
      'n.country',
      'n.notice_all',
      'n.popup',
      'n.alarm_email',
      'n.del_flag',
      'n.reg_time',
      'n.user_name',
      'r.at as read_at',
      sql<string>`to_char(n.effect_date, 'YYYYMMDD')`.as('effect_date'),
      sql<string | null>`to_char(n.expire_date, 'YYYYMMDD')`.as('expire_date'),
      filesOf.as('files'),
    ])
    .orderBy('n.reg_time', 'desc')
    .orderBy('n.notice_key', 'desc')
    .$if(limit !== null, (some) => some.limit(limit ?? 0))
    .execute();

export type FoundNotice = Awaited<ReturnType<typeof findNotices>>[number];

/** The keys above and below a notice in the reader's list; undefined if they may not read it. */
export const findNeighbours = (trx: Trx, reader: NoticeReader, noticeKey: number) => {
  const inOrder = sql`over (order by n.reg_time desc, n.notice_key desc)`;
  return trx
    .selectFrom(
      readableNotices(trx, reader)
        .select([
          'n.notice_key',
          sql<number | null>`lag(n.notice_key) ${inOrder}`.as('previous_key'),
          sql<number | null>`lead(n.notice_key) ${inOrder}`.as('next_key'),
        ])
        .as('neighbours'),
    )
    .select(['previous_key', 'next_key'])
    .where('notice_key', '=', noticeKey)
    .executeTakeFirst();
};

/** The first time counts. */
export const markRead = (trx: Trx, { userKey }: NoticeReader, noticeKey: number, at: Date) =>
  trx
    .insertInto('notice_read')
    .values({ user_key: userKey, notice_key: noticeKey, at })
    .onConflict((same) => same.columns(['user_key', 'notice_key']).doNothing())
    .execute();
