/** What users choose for their lists. */
import type { FastifyInstance } from 'fastify';
import {
  addListView,
  dropColumnFilter,
  dropFilters,
  dropListView,
  readColumnFilter,
  readColumns,
  readListInfo,
  readListViews,
  saveColumnFilter,
  saveColumns,
  saveFullText,
  saveListView,
  saveRowCount,
} from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import type { ListCaller, ListSource } from '../../lists/listSource.ts';
import { sourceOf } from '../../lists/mountList.ts';
import { dropFiltersOf, readFilterOfColumn, saveFilterOfColumn } from './filters.service.ts';
import { addView, dropView, readViews, saveView } from './listViews.service.ts';
import { readCommonListInfo, readListColumns, saveListColumns, savePreference } from './menus.service.ts';

export function menusRoutes(app: FastifyInstance): void {
  const list = (call: ListCaller & { params: { menuId: string } }): ListSource =>
    sourceOf(app, call.params.menuId, call);

  mount(app, readColumns, (call) => readListColumns(call.deps, call, list(call), call.query.view));
  mount(app, saveColumns, (call) => saveListColumns(call.deps, call, list(call), call.body));
  mount(app, readColumnFilter, (call) =>
    readFilterOfColumn(call.deps, call, list(call), call.params.columnId, call.query),
  );
  mount(app, saveColumnFilter, (call) =>
    saveFilterOfColumn(call.deps, call, list(call), call.params.columnId, call.body.filters),
  );
  mount(app, dropColumnFilter, (call) => dropFiltersOf(call.deps, call, list(call), call.params.columnId));
  mount(app, dropFilters, (call) => dropFiltersOf(call.deps, call, list(call)));
  mount(app, readListInfo, (call) => readCommonListInfo(call.deps, call, list(call)));
  mount(app, saveRowCount, (call) => savePreference(call.deps, call, list(call), call.params));
  mount(app, saveFullText, (call) => savePreference(call.deps, call, list(call), call.params));
  mount(app, readListViews, (call) => readViews(call.deps, call, list(call)));
  mount(app, addListView, (call) => addView(call.deps, call, list(call), call.body));
  mount(app, saveListView, (call) => saveView(call.deps, call, list(call), call.params.viewKey, call.body));
  mount(app, dropListView, (call) => dropView(call.deps, call, list(call), call.params.viewKey));
}
