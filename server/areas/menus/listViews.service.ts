/** Saved views of lists. */
import type { Static } from 'typebox';
import type {
  addListView,
  BodyOf,
  DataOf,
  ListView,
  ListViewName,
  readListViews,
} from '../../../shared/contract/index.ts';
import { keepListItem } from '../../lists/listValues.ts';
import type { ListDeps } from '../../lists/answerList.ts';
import { nonEmptyEntries } from '../../lists/filterEntries.ts';
import { builtInViews, type BuiltInView } from '../../lists/builtInViews.ts';
import { columnsOf } from '../../lists/listColumns.ts';
import type { ListCaller, ListSource } from '../../lists/listSource.ts';
import { userListOf } from '../../lists/listView.ts';
import {
  findOwnViewNamed,
  findView,
  findViews,
  insertView,
  deleteView,
  updateView,
  type FoundView,
  type ViewChange,
} from '../../lists/listView.store.ts';
import {
  columnNotFound,
  columnNotSortable,
  viewNameTaken,
  viewNotFound,
  viewNotYours,
} from '../../problems.ts';
import { inSponsor, type Trx } from '../../storage/database.ts';
import { fittingOptions } from './filters.service.ts';

type ViewBody = BodyOf<typeof addListView>;
type LeftOut = Static<typeof ListView>['leftOut'];

/** A view that comes with the list, as one chooses it. */
export const builtInName = ({ viewKey, name }: BuiltInView): Static<typeof ListViewName> => ({
  viewKey,
  name,
  shared: 'Y',
  own: 'N',
  builtIn: 'Y',
  ownerName: '',
});

/** A saved view as one chooses it. */
export const viewName = (
  { view_key, name, shared, user_key, owner_name }: FoundView,
  { user }: ListCaller,
): Static<typeof ListViewName> => ({
  viewKey: view_key,
  name,
  shared: shared ? 'Y' : 'N',
  own: user_key === user.userKey ? 'Y' : 'N',
  builtIn: 'N',
  ownerName: owner_name,
});

/** Those the user may use, each with what this user sees of it. */
export const readViews = (
  deps: ListDeps,
  caller: ListCaller,
  source: ListSource,
): Promise<DataOf<typeof readListViews>> =>
  inSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    const shown = columnsFor(deps, caller, source);
    const known = new Map(shown.map((column) => [column.columnId, column]));
    const views = await findViews(trx, userListOf(caller, source.menuId));
    const builtIn = builtInViews(deps.catalogue, source.menuId, caller, shown).map((view) => ({
      ...builtInName(view),
      ...view.content,
      changedAt: null,
      changedBy: null,
      leftOut: [],
    }));
    const saved = views.map((view) => {
      const { columns, filters, sort, direction } = view.content;
      const leftOut: LeftOut = [
        ...columns.map(({ columnId }) => ({ columnId, part: 'column' as const })),
        ...filters.map(({ columnId }) => ({ columnId, part: 'filter' as const })),
        ...(sort === null ? [] : [{ columnId: sort, part: 'sort' as const }]),
      ].filter(({ columnId }) => !known.has(columnId));
      return {
        ...viewName(view, caller),
        columns: columns.filter(({ columnId }) => known.has(columnId)),
        filters: filters.filter(({ columnId }) => known.has(columnId)),
        sort: sort !== null && known.has(sort) ? sort : null,
        direction,
        changedAt: view.changed_at.toISOString(),
        changedBy: view.changed_by,
        leftOut,
      };
    });
    return { listInfo: [...builtIn, ...saved] };
  });

/** Throws 409 VIEW_NAME_TAKEN, 404 COLUMN_NOT_FOUND, 400 COLUMN_NOT_SORTABLE and FILTER_REFUSED. */
export const addView = (
  deps: ListDeps,
  caller: ListCaller,
  source: ListSource,
  body: ViewBody,
): Promise<DataOf<typeof addListView>> =>
  inSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    const change = await checkedChange(trx, deps, caller, source, body);
    const { view_key } = await insertView(trx, userListOf(caller, source.menuId), change);
    return { viewKey: view_key };
  });

/** Throws the problems of `addView`, 404 VIEW_NOT_FOUND, and 403 VIEW_NOT_YOURS for a view of another user. */
export const saveView = (
  deps: ListDeps,
  caller: ListCaller,
  source: ListSource,
  viewKey: number,
  body: ViewBody,
): Promise<void> =>
  inSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    await ownView(trx, caller, source, viewKey);
    const change = await checkedChange(trx, deps, caller, source, body, viewKey);
    await updateView(trx, caller.user.sponsorKey, viewKey, change);
  });

/** Throws 404 VIEW_NOT_FOUND and 403 VIEW_NOT_YOURS. */
export const dropView = (
  { db, clock }: ListDeps,
  caller: ListCaller,
  source: ListSource,
  viewKey: number,
): Promise<void> =>
  inSponsor(db, caller.user.sponsorKey, async (trx) => {
    await ownView(trx, caller, source, viewKey);
    const { sponsorKey, userName } = caller.user;
    await deleteView(trx, sponsorKey, viewKey, { at: clock.now(), by: userName });
  });

async function ownView(trx: Trx, caller: ListCaller, { menuId }: ListSource, viewKey: number): Promise<void> {
  const view = await findView(trx, userListOf(caller, menuId), viewKey);
  if (!view) throw viewNotFound(viewKey);
  if (view.user_key !== caller.user.userKey) throw viewNotYours(view.owner_name);
}

const columnsFor = ({ catalogue }: ListDeps, { appendix, user }: ListCaller, source: ListSource) =>
  columnsOf(catalogue, source, { appendix, user });

/** What a view is to set, when all that it names is there. */
async function checkedChange(
  trx: Trx,
  deps: ListDeps,
  caller: ListCaller,
  source: ListSource,
  { name: requestedName, shared, columns, filters, sort, direction }: ViewBody,
  viewKey?: number,
): Promise<ViewChange> {
  const name = requestedName.trim();
  const taken = await findOwnViewNamed(trx, userListOf(caller, source.menuId), name);
  if (taken && taken.view_key !== viewKey) throw viewNameTaken(name);
  const known = new Map(columnsFor(deps, caller, source).map((column) => [column.columnId, column]));
  const named = [...columns, ...filters].map(({ columnId }) => columnId);
  const stray = [...named, ...(sort === null ? [] : [sort])].find((columnId) => !known.has(columnId));
  if (stray !== undefined) throw columnNotFound(stray);
  if (sort !== null && !known.get(sort)?.sortable) throw columnNotSortable(sort);
  const nonEmpty = filters
    .map(({ columnId, filters: entries }) => ({ columnId, filters: nonEmptyEntries(entries) }))
    .filter(({ filters: entries }) => entries.length > 0);
  for (const { columnId, filters: entries } of nonEmpty) {
    const column = known.get(columnId);
    if (!column) continue;
    await fittingOptions(trx, deps, caller, column, entries);
    if (column.item) await keepListItem(trx, caller.user.sponsorKey, columnId);
  }
  return {
    name,
    shared: shared === 'Y',
    content: { columns, filters: nonEmpty, sort, direction },
    at: deps.clock.now(),
    by: caller.user.userName,
  };
}
