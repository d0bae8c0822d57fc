/** Queries of the alarms of notices. They take the transaction they are part of, and decide nothing. */
import { sql, type Insertable } from 'kysely';
import type { Trx } from '../storage/database.ts';
import type { NoticeMailTable } from '../storage/noticeTables.ts';

/** A notice that is not deleted and has an alarm; undefined: there is none. */
export const findAlarm = (trx: Trx, sponsorKey: number, noticeKey: number) =>
  trx
    .selectFrom('notice as n')
    .innerJoin('sponsor as s', 's.sponsor_key', 'n.sponsor_key')
    .select(['n.sponsor_key', 'n.title', 'n.content', 'n.country', 'n.notice_all', 's.time_zone'])
    .select(sql<string>`to_char(n.effect_date, 'YYYYMMDD')`.as('effect_date'))
    .select(sql<string | null>`to_char(n.expire_date, 'YYYYMMDD')`.as('expire_date'))
    .where('n.sponsor_key', '=', sponsorKey)
    .where('n.notice_key', '=', noticeKey)
    .where('n.del_flag', '=', 'N')
    .where('n.alarm_email', '=', 'Y')
    .executeTakeFirst();

export async function findMailedUsers(
  trx: Trx,
  sponsorKey: number,
  noticeKey: number,
): Promise<ReadonlySet<number>> {
  const found = await trx
    .selectFrom('notice_mail')
    .select('user_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('notice_key', '=', noticeKey)
    .execute();
  return new Set(found.map(({ user_key }) => user_key));
}

export const insertNoticeMail = (trx: Trx, mail: Insertable<NoticeMailTable>) =>
  trx.insertInto('notice_mail').values(mail).execute();
