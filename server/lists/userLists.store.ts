/** What users chose for their lists. Queries decide nothing. */
import type { Updateable } from 'kysely';
import type { Trx } from '../storage/database.ts';
import type { Database, FilterEntry } from '../storage/tables.ts';

export interface UserList {
  sponsorKey: number;
  userKey: number;
  menuId: string;
}

const ofUser = ({ sponsorKey, userKey, menuId }: UserList) => ({
  sponsor_key: sponsorKey,
  user_key: userKey,
  menu_id: menuId,
});

/** What the user chose of the list; undefined: nothing so far. */
export const findUserList = (trx: Trx, list: UserList) =>
  trx
    .selectFrom('user_list')
    .select(['visible', 'widths', 'row_count', 'full_text'])
    .where((is) => is.and(ofUser(list)))
    .executeTakeFirst();

/** `widths` as JSON. */
export const putUserList = (trx: Trx, list: UserList, chosen: Updateable<Database['user_list']>) =>
  trx
    .insertInto('user_list')
    .values({ ...ofUser(list), ...chosen })
    .onConflict((same) => same.columns(['sponsor_key', 'user_key', 'menu_id']).doUpdateSet(chosen))
    .execute();

/** The saved filters by column id. */
export async function findFilters(trx: Trx, list: UserList): Promise<Map<string, FilterEntry[]>> {
  const found = await trx
    .selectFrom('user_filter')
    .select(['column_id', 'filters'])
    .where((is) => is.and(ofUser(list)))
    .execute();
  return new Map(found.map(({ column_id, filters }) => [column_id, filters]));
}

export const putFilter = (trx: Trx, list: UserList, columnId: string, entries: readonly FilterEntry[]) => {
  const filters = JSON.stringify(entries);
  return trx
    .insertInto('user_filter')
    .values({ ...ofUser(list), column_id: columnId, filters })
    .onConflict((same) =>
      same.columns(['sponsor_key', 'user_key', 'menu_id', 'column_id']).doUpdateSet({ filters }),
    )
    .execute();
};

/** Removes the filter of a column, or all of the list. */
export const deleteFilters = (trx: Trx, list: UserList, columnId?: string) =>
  trx
    .deleteFrom('user_filter')
    .where((is) => is.and(ofUser(list)))
    .$if(columnId !== undefined, (some) => some.where('column_id', '=', columnId ?? ''))
    .execute();
