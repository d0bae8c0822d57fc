/** The list of the notices that a user may read. */
import { sql } from 'kysely';
import { searchIn } from '../../lists/keywordSearch.ts';
import type { ListReading, ListSource } from '../../lists/listSource.ts';
import { isReadable, readerOf } from '../../notices/readable.store.ts';

const today = ({ user, now }: ListReading): string => readerOf(user, now).today;

export const noticeList: ListSource = {
  menuId: 'MU-HM-NT',
  from: ({ user }) =>
    sql`notice n left join notice_read r on r.notice_key = n.notice_key and r.user_key = ${user.userKey}`,
  scope: ({ user, now }) => sql<boolean>`(${isReadable(readerOf(user, now))})`,
  key: sql`n.notice_key`,
  name: 'title',
  columns: {
    title: { value: sql`n.title`, notNull: true },
    state: {
      value: (reading) => sql`case when n.expire_date < ${today(reading)}::text::date then 'ENDED'
        when r.at is null then 'NEW' else 'READ' end`,
      notNull: true,
    },
    effectDate: { value: sql`to_char(n.effect_date, 'YYYYMMDD')`, order: sql`n.effect_date`, notNull: true },
    expireDate: { value: sql`to_char(n.expire_date, 'YYYYMMDD')`, order: sql`n.expire_date` },
    files: {
      value: sql`(select nullif(count(*), 0)::int from notice_file f
        where f.sponsor_key = n.sponsor_key and f.notice_key = n.notice_key and f.del_flag = 'N')`,
    },
    userName: { value: sql`n.user_name`, notNull: true },
    regTime: { value: sql`n.reg_time`, notNull: true },
  },
  search: searchIn(sql`n.title`),
  open: { path: ({ rowKey }) => `home/notice/${rowKey}/detail` },
};
