/** Queries on who may do what in a sponsor. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { PrivilegeId } from '../../shared/access/privileges.ts';
import type { Trx } from '../storage/database.ts';

/** Users who can sign in and may work for the sponsor at the time, with a role of it that holds the privilege. */
export async function countUsersWith(
  trx: Trx,
  { sponsorKey, privilege, at }: { sponsorKey: number; privilege: PrivilegeId; at: Date },
): Promise<number> {
  const { count } = await trx
    .selectFrom('user_role as ur')
    .innerJoin('app_user as u', 'u.user_key', 'ur.user_key')
    .innerJoin('user_sponsor as us', (join) =>
      join.onRef('us.sponsor_key', '=', 'ur.sponsor_key').onRef('us.user_key', '=', 'ur.user_key'),
    )
    .innerJoin('role as r', (join) =>
      join.onRef('r.sponsor_key', '=', 'ur.sponsor_key').onRef('r.role_id', '=', 'ur.role_id'),
    )
    .innerJoin('role_privilege as p', (join) =>
      join.onRef('p.sponsor_key', '=', 'r.sponsor_key').onRef('p.role_id', '=', 'r.role_id'),
    )
    .select((eb) => eb.fn.count<number>('u.user_key').distinct().as('count'))
    .where('ur.sponsor_key', '=', sponsorKey)
    .where('u.active', '=', true)
    .where(sql<boolean>`takes_part(us, ${at})`)
    .where(
      sql<boolean>`(u.password_hash is not null or exists (select 1 from user_identity i
        where i.user_key = u.user_key and i.unlinked_at is null))`,
    )
    .where('r.del_flag', '=', 'N')
    .where('p.priv_id', '=', privilege)
    .executeTakeFirstOrThrow();
  return Number(count);
}
