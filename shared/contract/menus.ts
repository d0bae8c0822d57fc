/** Columns of a list and their filters, kept for each user (specification 1 section 7 "Menu helpers", 2 sections 2 to 4). */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { OneOf } from './common.ts';

/** How a column is filtered (specification 2 section 4). */
export const FILTER_TYPES = [
  'LIKE',
  'LIKE_ALL',
  'LIKE_CHECK',
  'CHECK',
  'BETWEEN_DATE',
  'BETWEEN_DATE_TIME',
  'BETWEEN_NUMERIC',
] as const;
export type FilterType = (typeof FILTER_TYPES)[number];

/** What LIKE_ALL sends for "any value". */
export const ANY_VALUE = '[$ALL$]';
const MAX_FILTER_TEXT = 1000;

const MenuId = Type.String({ pattern: '^MU-[A-Z0-9-]{1,30}$' });
const ColumnId = Type.String({ minLength: 1, maxLength: 60 });
const Column = Type.Object({ menuId: MenuId, columnId: ColumnId });

/** One entry of a filter: a text, a code, or the two ends of a range (an empty end is open). */
export const UserFilter = Type.Object({
  filterType: OneOf(...FILTER_TYPES),
  valueCode: Type.String({ maxLength: MAX_FILTER_TEXT }),
  valueCode2: Type.Optional(Type.String({ maxLength: MAX_FILTER_TEXT })),
});

export const ListColumn = Type.Object({
  columnId: Type.String(),
  columnLabel: Type.String(),
  filterType: OneOf(...FILTER_TYPES),
  filtered: OneOf('Y', 'N'),
  visible: OneOf('Y', 'N'),
  /** page of the case the item stands on, by which the choice of columns is grouped */
  page: Type.String(),
});

const LIST_USERS = ['READ.CASE', 'EDIT.CASE'] as const;

export const readColumns = defineCall({
  method: 'GET',
  path: '/1.0/menus/:menuId/columns',
  summary:
    'The items of the case that may be columns of a list, and which of them the user sees and filters by',
  access: LIST_USERS,
  params: Type.Object({ menuId: MenuId }),
  data: Type.Object({ listInfo: Type.Array(ListColumn) }),
});

export const saveColumns = defineCall({
  method: 'PUT',
  path: '/1.0/menus/:menuId/columns',
  summary: 'The columns a user wants to see, in their order',
  access: LIST_USERS,
  params: Type.Object({ menuId: MenuId }),
  body: Type.Object({ visible: Type.Array(ColumnId, { maxItems: 60, uniqueItems: true }) }),
});

export const readColumnFilter = defineCall({
  method: 'GET',
  path: '/1.0/menus/:menuId/columns/:columnId/filters',
  summary: 'The saved filter of a column; of check filters all options, the chosen ones marked',
  access: LIST_USERS,
  params: Column,
  data: Type.Object({
    filterType: OneOf(...FILTER_TYPES),
    filters: Type.Array(
      Type.Object({
        ...UserFilter.properties,
        valueLabel: Type.String(),
        selected: OneOf('Y', 'N'),
      }),
    ),
  }),
});

export const saveColumnFilter = defineCall({
  method: 'PUT',
  path: '/1.0/menus/:menuId/columns/:columnId/filters',
  summary: 'Saves the filter of a column; no entries, or all options of a check filter, remove it',
  access: LIST_USERS,
  params: Column,
  body: Type.Object({ filters: Type.Array(UserFilter, { maxItems: 500 }) }),
});

export const dropColumnFilter = defineCall({
  method: 'DELETE',
  path: '/1.0/menus/:menuId/columns/:columnId/filters',
  summary: 'Removes the filter of a column',
  access: LIST_USERS,
  params: Column,
});

export const dropFilters = defineCall({
  method: 'DELETE',
  path: '/1.0/menus/:menuId/filters',
  summary: 'Removes all filters of a list',
  access: LIST_USERS,
  params: Type.Object({ menuId: MenuId }),
});
