/** The notices that were written in a sponsor as a list for its writers: also those to come, and deleted ones. */
import { sql } from 'kysely';
import { searchIn } from '../../lists/keywordSearch.ts';
import type { ListReading, ListSource } from '../../lists/listSource.ts';
import { readerOf } from '../../notices/readable.store.ts';

const today = ({ user, now }: ListReading): string => readerOf(user, now).today;

export const writtenNoticeList: ListSource = {
  menuId: 'AD-MU-NT',
  from: sql`notice n`,
  scope: ({ user }) => sql<boolean>`n.sponsor_key = ${user.sponsorKey}`,
  key: sql`n.notice_key`,
  name: 'title',
  columns: {
    title: { value: sql`n.title`, notNull: true },
    state: {
      value: (reading) => sql`case when n.expire_date < ${today(reading)}::text::date then 'ENDED'
        when n.effect_date > ${today(reading)}::text::date then 'TO_COME' else 'IN_EFFECT' end`,
      notNull: true,
    },
    noticeAll: { value: sql`n.notice_all`, notNull: true },
    country: { value: sql`nullif(n.country, 'ALL')` },
    effectDate: { value: sql`to_char(n.effect_date, 'YYYYMMDD')`, order: sql`n.effect_date`, notNull: true },
    expireDate: { value: sql`to_char(n.expire_date, 'YYYYMMDD')`, order: sql`n.expire_date` },
    alarmEmail: { value: sql`n.alarm_email`, notNull: true },
    files: {
      value: sql`(select nullif(count(*), 0)::int from notice_file f
        where f.sponsor_key = n.sponsor_key and f.notice_key = n.notice_key and f.del_flag = 'N')`,
    },
    userName: { value: sql`n.user_name`, notNull: true },
    regTime: { value: sql`n.reg_time`, notNull: true },
  },
  search: searchIn(sql`n.title`),
  deleted: sql<boolean>`n.del_flag = 'Y'`,
  open: { path: ({ rowKey }) => `notice/${rowKey}/detail` },
};
