/** What users choose for their lists. */
import type { FastifyInstance } from 'fastify';
import {
  dropColumnFilter,
  dropFilters,
  readColumnFilter,
  readColumns,
  saveColumnFilter,
  saveColumns,
} from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import {
  dropFilterOf,
  readFilterOfColumn,
  readListColumns,
  saveFilterOfColumn,
  saveListColumns,
} from './menus.service.ts';

export function menusRoutes(app: FastifyInstance): void {
  mount(app, readColumns, (call) => readListColumns(call.deps, call, call.params.menuId));
  mount(app, saveColumns, (call) => saveListColumns(call.deps, call, call.params.menuId, call.body.visible));
  mount(app, readColumnFilter, (call) => readFilterOfColumn(call.deps, call, call.params));
  mount(app, saveColumnFilter, (call) => saveFilterOfColumn(call.deps, call, call.params, call.body.filters));
  mount(app, dropColumnFilter, (call) =>
    dropFilterOf(call.deps, call, call.params.menuId, call.params.columnId),
  );
  mount(app, dropFilters, (call) => dropFilterOf(call.deps, call, call.params.menuId));
}
