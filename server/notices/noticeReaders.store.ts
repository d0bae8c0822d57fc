/** The users whom a notice is for. */
import { sql } from 'kysely';
import type { Trx } from '../storage/database.ts';

/** Where and for whom a notice is. */
export interface NoticeAudience {
  sponsor_key: number;
  notice_all: 'Y' | 'N';
  /** ISO 3166, or ALL */
  country: string;
}

interface NoticeReaderRow {
  user_key: number;
  name: string;
  /** null: no mail reaches the user */
  email: string | null;
}

/** Users who may work at the time for a sponsor that the notice is for, each once. */
export async function findReaders(
  trx: Trx,
  { sponsor_key, notice_all, country }: NoticeAudience,
  at: Date,
): Promise<NoticeReaderRow[]> {
  const { rows } = await sql<NoticeReaderRow>`
    select distinct u.user_key, u.name, u.email
    from app_user u
    join user_sponsor us on us.user_key = u.user_key
    join sponsor s on s.sponsor_key = us.sponsor_key
    join company c on c.company_key = s.company_key
    where u.active and takes_part(us, ${at}::timestamptz) and (${notice_all === 'Y'}::boolean or s.sponsor_key = ${sponsor_key})
      and (${country}::text = 'ALL' or upper(c.country) = ${country}::text)
    order by u.user_key`.execute(trx);
  return rows;
}
