/** Saved views of lists. Queries decide nothing. */
import type { Trx } from '../storage/database.ts';
import type { ListViewContent } from '../storage/tables.ts';
import type { UserList } from './userLists.store.ts';

const seenBy = (trx: Trx, { sponsorKey, userKey, menuId }: UserList) =>
  trx
    .selectFrom('list_view as v')
    .innerJoin('app_user as u', 'u.user_key', 'v.user_key')
    .selectAll('v')
    .select('u.name as owner_name')
    .where('v.sponsor_key', '=', sponsorKey)
    .where('v.menu_id', '=', menuId)
    .where('v.del_flag', '=', 'N')
    .where((is) => is.or([is('v.user_key', '=', userKey), is('v.shared', '=', true)]));

/** Views that the user may use: their own first, by name. */
export const findViews = (trx: Trx, list: UserList) =>
  seenBy(trx, list)
    .orderBy((is) => is('v.user_key', '=', list.userKey), 'desc')
    .orderBy('v.name')
    .orderBy('v.view_key')
    .execute();

export const findView = (trx: Trx, list: UserList, viewKey: number) =>
  seenBy(trx, list).where('v.view_key', '=', viewKey).executeTakeFirst();

export type FoundView = Awaited<ReturnType<typeof findViews>>[number];

/** A view of the user's own that is called so. */
export const findOwnViewNamed = (trx: Trx, { sponsorKey, userKey, menuId }: UserList, name: string) =>
  trx
    .selectFrom('list_view')
    .select('view_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('user_key', '=', userKey)
    .where('menu_id', '=', menuId)
    .where('name', '=', name)
    .where('del_flag', '=', 'N')
    .executeTakeFirst();

export interface ViewChange {
  name: string;
  shared: boolean;
  content: ListViewContent;
  at: Date;
  /** printed name */
  by: string;
}

const valuesOf = ({ name, shared, content, at, by }: ViewChange) => ({
  name,
  shared,
  content: JSON.stringify(content),
  changed_at: at,
  changed_by: by,
});

export const insertView = (trx: Trx, { sponsorKey, userKey, menuId }: UserList, change: ViewChange) =>
  trx
    .insertInto('list_view')
    .values({
      sponsor_key: sponsorKey,
      user_key: userKey,
      menu_id: menuId,
      created_at: change.at,
      ...valuesOf(change),
    })
    .returning('view_key')
    .executeTakeFirstOrThrow();

export const updateView = (trx: Trx, sponsorKey: number, viewKey: number, change: ViewChange) =>
  trx
    .updateTable('list_view')
    .set(valuesOf(change))
    .where('sponsor_key', '=', sponsorKey)
    .where('view_key', '=', viewKey)
    .execute();

export const deleteView = (
  trx: Trx,
  sponsorKey: number,
  viewKey: number,
  { at, by }: Pick<ViewChange, 'at' | 'by'>,
) =>
  trx
    .updateTable('list_view')
    .set({ del_flag: 'Y', changed_at: at, changed_by: by })
    .where('sponsor_key', '=', sponsorKey)
    .where('view_key', '=', viewKey)
    .execute();
