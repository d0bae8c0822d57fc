/** Addresses of the users who hold a privilege. It takes the transaction it is part of, and decides nothing. */
import { sql } from 'kysely';
import type { PrivilegeId } from '../../shared/access/privileges.ts';
import type { Trx } from '../storage/database.ts';

/** Of users who work for the sponsor at the time, each once. */
export async function findMailsOfPrivileged(
  trx: Trx,
  { sponsorKey, privilege, at }: { sponsorKey: number; privilege: PrivilegeId; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct u.email
    from app_user u
    join user_sponsor us on us.user_key = u.user_key and us.sponsor_key = ${sponsorKey}
    join user_role ur on ur.user_key = u.user_key and ur.sponsor_key = us.sponsor_key
    join role r on r.sponsor_key = ur.sponsor_key and r.role_id = ur.role_id and r.del_flag = 'N'
    join role_privilege p on p.sponsor_key = r.sponsor_key and p.role_id = r.role_id and p.priv_id = ${privilege}
    where u.active and u.email is not null and takes_part(us, ${at})
    order by u.email`.execute(trx);
  return rows.map(({ email }) => email);
}
