/** Queries on sessions that see the product as others do. They decide nothing. */
import type { ItemRight } from '../../shared/access/itemRights.ts';
import { itemRightColumns } from './itemRights.store.ts';
import { sql } from 'kysely';
import type { PrivilegeId } from '../../shared/access/privileges.ts';
import type { Db, Trx } from '../storage/database.ts';
import { scopeColumns, scopeOf } from './scope.store.ts';
import type { Scope } from '../../shared/access/scope.ts';

/** As whom: exactly one is not null. */
export interface ViewTarget {
  roleId: number | null;
  userKey: number | null;
}

/** What the product shows to a role, or to a user. */
export interface Viewed extends Scope {
  name: string;
  privileges: PrivilegeId[];
  unblind: boolean;
  hidden: readonly string[];
  readOnlyItems: readonly string[];
}

/** The role, without limits; undefined if it is deleted. */
async function findRole(db: Db | Trx, sponsorKey: number, roleId: number): Promise<Viewed | undefined> {
  const { rows } = await sql<{
    name: string;
    privileges: PrivilegeId[];
    hidden: string[];
    read_only_items: string[];
  }>`
    select r.name, array(select p.priv_id from role_privilege p
      where p.sponsor_key = r.sponsor_key and p.role_id = r.role_id) as privileges,
      ${itemsOfRole('hidden')} as hidden, ${itemsOfRole('read')} as read_only_items
    from role r
    where r.sponsor_key = ${sponsorKey} and r.role_id = ${roleId} and r.del_flag = 'N'`.execute(db);
  const [role] = rows;
  if (!role) return undefined;
  const { name, privileges, hidden, read_only_items: readOnlyItems } = role;
  const limits = { senderKeys: [], productKeys: [], studyKeys: [] };
  return { name, privileges, unblind: false, hidden, readOnlyItems, ...limits };
}

const itemsOfRole = (right: ItemRight) => sql<string[]>`array(select i.item_id from role_item_right i
  where i.sponsor_key = r.sponsor_key and i.role_id = r.role_id and i.item_right = ${sql.lit(right)})`;

/** The user; undefined if the user is not active or not assigned to the sponsor. */
async function findUser(db: Db | Trx, sponsorKey: number, userKey: number): Promise<Viewed | undefined> {
  const { rows } = await sql<{
    name: string;
    unblind: boolean;
    privileges: PrivilegeId[];
    sender_keys: number[];
    product_keys: number[];
    study_keys: number[];
    hidden: string[];
    read_only_items: string[];
  }>`
    select u.name, us.unblind, array(
        select distinct p.priv_id from user_role ur
        join role r on r.sponsor_key = ur.sponsor_key and r.role_id = ur.role_id and r.del_flag = 'N'
        join role_privilege p on p.sponsor_key = r.sponsor_key and p.role_id = r.role_id
        where ur.sponsor_key = us.sponsor_key and ur.user_key = us.user_key) as privileges,
      ${sql.join(scopeColumns('us.sponsor_key', 'us.user_key'))},
      ${sql.join(itemRightColumns('us.sponsor_key', 'us.user_key'))}
    from user_sponsor us
    join app_user u on u.user_key = us.user_key
    where us.sponsor_key = ${sponsorKey} and us.user_key = ${userKey} and u.active`.execute(db);
  const [user] = rows;
  if (!user) return undefined;
  const { name, unblind, privileges, hidden, read_only_items: readOnlyItems } = user;
  return { name, unblind, privileges, hidden, readOnlyItems, ...scopeOf(user) };
}

export async function findViewed(
  db: Db | Trx,
  sponsorKey: number,
  { roleId, userKey }: ViewTarget,
): Promise<Viewed | undefined> {
  if (roleId !== null) return findRole(db, sponsorKey, roleId);
  return userKey === null ? undefined : findUser(db, sponsorKey, userKey);
}

/** Null: the session sees the product as its own user again. */
export async function setView(
  db: Db | Trx,
  tokenHash: Buffer,
  view: (ViewTarget & { since: Date }) | null,
): Promise<void> {
  await db
    .updateTable('session')
    .set({
      view_role_id: view?.roleId ?? null,
      view_user_key: view?.userKey ?? null,
      view_since: view?.since ?? null,
    })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Sessions that were over while they saw the product as others do, with when that ended. */
export async function findViewsOver(db: Db, now: Date) {
  const found = await db
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.user_key', 's.user_key')
    .select(['s.token_hash', 's.sponsor_key', 's.ended_at', 's.expires_at', 's.view_since'])
    .select(['s.view_role_id', 's.view_user_key', 'u.user_key', 'u.user_id', 'u.name'])
    .where('s.view_since', 'is not', null)
    .where((eb) => eb.or([eb('s.ended_at', 'is not', null), eb('s.expires_at', '<=', now)]))
    .execute();
  return found.flatMap(({ sponsor_key, view_since, ...one }) =>
    sponsor_key === null || view_since === null
      ? []
      : [
          {
            user: { userKey: one.user_key, userId: one.user_id, userName: one.name },
            tokenHash: one.token_hash,
            sponsorKey: sponsor_key,
            target: { roleId: one.view_role_id, userKey: one.view_user_key },
            since: view_since,
            until: one.ended_at ?? one.expires_at,
          },
        ],
  );
}

/** Active users of the sponsor, by name. */
export const findViewableUsers = (db: Db, sponsorKey: number) =>
  db
    .selectFrom('user_sponsor as us')
    .innerJoin('app_user as u', 'u.user_key', 'us.user_key')
    .select(['u.user_key', 'u.user_id', 'u.name'])
    .where('us.sponsor_key', '=', sponsorKey)
    .where('u.active', '=', true)
    .orderBy('u.name')
    .orderBy('u.user_key')
    .execute();
