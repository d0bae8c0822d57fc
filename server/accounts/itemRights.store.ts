/** What the roles of a user hide or only show of cases, mostly as part of statements that find users. */
import { sql, type AliasedRawBuilder } from 'kysely';
import type { ItemRight } from '../../shared/access/itemRights.ts';
import type { Trx } from '../storage/database.ts';

interface ItemRightColumns {
  hidden: string[];
  read_only_items: string[];
}

/**
 * The items that any role of a user hides, and those that any only shows: a role limits, so that one more role never opens
 * an item. The arguments name the columns of the sponsor key and the user key.
 */
export function itemRightColumns(
  sponsorKey: string,
  userKey: string,
): AliasedRawBuilder<string[], keyof ItemRightColumns>[] {
  const items = (right: ItemRight) => sql<string[]>`array(
    select distinct i.item_id
    from user_role ur
    join role r on r.sponsor_key = ur.sponsor_key and r.role_id = ur.role_id and r.del_flag = 'N'
    join role_item_right i on i.sponsor_key = r.sponsor_key and i.role_id = r.role_id
    where ur.sponsor_key = ${sql.ref(sponsorKey)} and ur.user_key = ${sql.ref(userKey)}
      and i.item_right = ${sql.lit(right)}
    order by 1
  )`;
  return [items('hidden').as('hidden'), items('read').as('read_only_items')];
}

/** The items that any of these roles hides. */
export async function findItemsHiddenBy(
  trx: Trx,
  sponsorKey: number,
  roleIds: readonly number[],
): Promise<string[]> {
  if (roleIds.length === 0) return [];
  const found = await trx
    .selectFrom('role_item_right')
    .select('item_id')
    .distinct()
    .where('sponsor_key', '=', sponsorKey)
    .where('role_id', 'in', roleIds)
    .where('item_right', '=', 'hidden')
    .execute();
  return found.map(({ item_id }) => item_id);
}
