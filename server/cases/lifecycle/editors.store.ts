/** Queries on the users of a sponsor by what they may do. They take the transaction, and decide nothing. */
import { itemRightColumns } from '../../accounts/itemRights.store.ts';
import { sql } from 'kysely';
import type { PrivilegeId } from '../../../shared/access/privileges.ts';
import { lowerLetters } from '../../../shared/text/fold.ts';
import { scopeColumns } from '../../accounts/scope.store.ts';
import type { Trx } from '../../storage/database.ts';

/** The name of a user; the id if the user no longer exists. */
export async function findUserName(trx: Trx, userId: string): Promise<string> {
  const found = await trx
    .selectFrom('app_user')
    .select('name')
    .where(sql`lower(user_id)`, '=', lowerLetters(userId))
    .executeTakeFirst();
  return found?.name ?? userId;
}

/**
 * Users who may work for the sponsor at the time, with a role of it that holds one of the privileges, with their scope and
 * what they see of cases, in the order of their names.
 */
export const findUsersWith = (
  trx: Trx,
  { sponsorKey, at }: { sponsorKey: number; at: Date },
  privileges: readonly PrivilegeId[],
) =>
  trx
    .selectFrom('app_user as u')
    .innerJoin('user_role as ur', 'ur.user_key', 'u.user_key')
    .innerJoin('role as r', (join) =>
      join.onRef('r.sponsor_key', '=', 'ur.sponsor_key').onRef('r.role_id', '=', 'ur.role_id'),
    )
    .innerJoin('role_privilege as p', (join) =>
      join.onRef('p.sponsor_key', '=', 'r.sponsor_key').onRef('p.role_id', '=', 'r.role_id'),
    )
    .innerJoin('user_sponsor as us', (join) =>
      join.onRef('us.sponsor_key', '=', 'ur.sponsor_key').onRef('us.user_key', '=', 'u.user_key'),
    )
    .select([
      'u.user_key',
      'u.name',
      'u.email',
      'us.unblind',
      ...scopeColumns('ur.sponsor_key', 'u.user_key'),
      ...itemRightColumns('ur.sponsor_key', 'u.user_key'),
    ])
    .distinct()
    .where('ur.sponsor_key', '=', sponsorKey)
    .where('u.active', '=', true)
    .where(sql<boolean>`takes_part(us, ${at}::timestamptz)`)
    .where('r.del_flag', '=', 'N')
    .where('p.priv_id', 'in', privileges)
    .orderBy('u.name')
    .execute();
