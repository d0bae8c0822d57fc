/** Queries on the items of cases that roles hide or only show. They take the transaction, and decide nothing. */
import type { ItemRight } from '../../../shared/access/itemRights.ts';
import type { Trx } from '../../storage/database.ts';
import { touchRole, type RoleStamp } from './roles.store.ts';

/** By item id. */
export type StoredRights = ReadonlyMap<string, ItemRight>;

/** By role id; a role without rights of items is not in it. */
export async function findItemRights(
  trx: Trx,
  sponsorKey: number,
): Promise<ReadonlyMap<number, StoredRights>> {
  const rows = await trx
    .selectFrom('role_item_right')
    .select(['role_id', 'item_id', 'item_right'])
    .where('sponsor_key', '=', sponsorKey)
    .orderBy('item_id')
    .execute();
  const byRole = Map.groupBy(rows, ({ role_id }) => role_id);
  return new Map(
    [...byRole].map(([roleId, own]) => [
      roleId,
      new Map(own.map(({ item_id, item_right }) => [item_id, item_right])),
    ]),
  );
}

/** The role has exactly these from now on. */
export async function replaceItemRights(trx: Trx, role: RoleStamp, rights: StoredRights): Promise<void> {
  const { sponsorKey: sponsor_key, roleId: role_id } = role;
  await trx
    .deleteFrom('role_item_right')
    .where('sponsor_key', '=', sponsor_key)
    .where('role_id', '=', role_id)
    .execute();
  if (rights.size > 0)
    await trx
      .insertInto('role_item_right')
      .values([...rights].map(([item_id, item_right]) => ({ sponsor_key, role_id, item_id, item_right })))
      .execute();
  await touchRole(trx, role);
}
