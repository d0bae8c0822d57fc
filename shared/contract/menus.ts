/**
 * Columns of a list and their filters, stored per user (specification 1 section 7 "Menu helpers", 2 sections 2 to 4).
 */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { Nullable, OneOf } from './common.ts';
import { COLUMN_KINDS, TONES } from './lists.ts';

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

/** Value that LIKE_ALL sends for "any value". */
export const ANY_VALUE = '[$ALL$]';
/** Specification 2 section 5. */
export const MAX_FILTER_TEXT = 1000;

export const Menu = Type.Object({ menuId: Type.String({ pattern: '^(AD-)?MU-[A-Z0-9-]{1,30}$' }) });
export const ColumnId = Type.String({ minLength: 1, maxLength: 60 });
const Column = Type.Object({ ...Menu.properties, columnId: ColumnId });
/** From a view instead of the user's own settings; below 0: one that comes with the list. */
const OfView = Type.Object({ view: Type.Optional(Type.Integer()) });

/**
 * One entry of a filter, in `valueCode` and `valueCode2`:
 * - LIKE, LIKE_ALL: a contained text, or `[$ALL$]` for any value (offered only by LIKE_ALL). One entry.
 * - CHECK: the code of an option. One entry per selected option; entries are alternatives.
 * - LIKE_CHECK: an exact value, or in `valueCode2`, with an empty `valueCode`, a contained text. Alternatives as
 * well.
 * - BETWEEN_NUMERIC: two whole numbers. BETWEEN_DATE: two dates to the year, month or day. BETWEEN_DATE_TIME: also to
 * the minute or second, in the time zone of the user. Both ends are included; an empty end is open. One entry.
 */
export const UserFilter = Type.Object({
  filterType: OneOf(...FILTER_TYPES),
  valueCode: Type.String({ maxLength: MAX_FILTER_TEXT }),
  valueCode2: Type.Optional(Type.String({ maxLength: MAX_FILTER_TEXT })),
});

export const Width = Type.Integer({ minimum: 40, maximum: 2000 });

export const ListColumn = Type.Object({
  columnId: Type.String(),
  columnLabel: Type.String(),
  filterType: OneOf(...FILTER_TYPES),
  filtered: OneOf('Y', 'N'),
  visible: OneOf('Y', 'N'),
  /** case page of the item, used to group the available columns */
  page: Type.String(),
  /** how its cells are drawn */
  kind: OneOf(...COLUMN_KINDS),
  /** the list can be sorted by it */
  sortable: OneOf('Y', 'N'),
  /** in pixels: the user's width, otherwise that of the list; null: as wide as its content */
  width: Nullable(Width),
  /** emphasis by code of a code column; other codes have none */
  tones: Type.Record(Type.String(), OneOf(...TONES)),
  /** the active filter as text (`Korea, Japan`, `2024-01 – 2024-06`); empty: none */
  filterText: Type.String(),
});

export const readColumns = defineCall({
  method: 'GET',
  path: '/1.0/menus/:menuId/columns',
  summary:
    'The columns a list may have, items of the case too, and which of them the user sees and filters by; of a view, which that shows',
  access: 'account',
  params: Menu,
  query: OfView,
  data: Type.Object({ listInfo: Type.Array(ListColumn) }),
});

export const saveColumns = defineCall({
  method: 'PUT',
  path: '/1.0/menus/:menuId/columns',
  summary:
    'The columns a user wants to see, in their order, and as wide as he drew them; none: as the list has them again',
  access: 'account',
  params: Menu,
  body: Type.Object({
    visible: Type.Array(ColumnId, { maxItems: 60, uniqueItems: true }),
    /** by column id, in pixels; omitted columns keep their saved width */
    widths: Type.Optional(Type.Record(Type.String({ minLength: 1, maxLength: 60 }), Width)),
  }),
});

/** The first options; further ones are found by searching. */
export const MAX_OPTIONS = 100;

export const readColumnFilter = defineCall({
  method: 'GET',
  path: '/1.0/menus/:menuId/columns/:columnId/filters',
  summary:
    'The saved filter of a column. Of CHECK all options, the chosen ones marked; of LIKE_CHECK the chosen ones, then values that occur in the list and hold the text asked for',
  access: 'account',
  params: Column,
  query: Type.Object({
    ...OfView.properties,
    /** key of the subject of the list, such as a case: only its values are offered */
    of: Type.Optional(Type.Integer({ minimum: 1 })),
    find: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  data: Type.Object({
    filterType: OneOf(...FILTER_TYPES),
    filters: Type.Array(
      Type.Object({
        ...UserFilter.properties,
        valueLabel: Type.String(),
        selected: OneOf('Y', 'N'),
      }),
    ),
    /** there are more options: search by text */
    more: Type.Boolean(),
  }),
});

export const saveColumnFilter = defineCall({
  method: 'PUT',
  path: '/1.0/menus/:menuId/columns/:columnId/filters',
  summary: 'Saves the filter of a column; no entries, or all options of a check filter, remove it',
  access: 'account',
  params: Column,
  body: Type.Object({ filters: Type.Array(UserFilter, { maxItems: 500 }) }),
});

export const dropColumnFilter = defineCall({
  method: 'DELETE',
  path: '/1.0/menus/:menuId/columns/:columnId/filters',
  summary: 'Removes the filter of a column',
  access: 'account',
  params: Column,
});

export const dropFilters = defineCall({
  method: 'DELETE',
  path: '/1.0/menus/:menuId/filters',
  summary: 'Removes all filters of a list',
  access: 'account',
  params: Menu,
});

/** Specification 1 section 9. */
export const PAGE_SIZES = [10, 15, 20, 25, 30, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 20;

/** A saved view as offered for selection. */
export const ListViewName = Type.Object({
  viewKey: Type.Integer(),
  name: Type.String(),
  shared: OneOf('Y', 'N'),
  /** Y: owned by the user, the only one who can change it */
  own: OneOf('Y', 'N'),
  /** Y: it comes with the list, and has a key below 0; nobody owns it */
  builtIn: OneOf('Y', 'N'),
  ownerName: Type.String(),
});

export const readListInfo = defineCall({
  method: 'GET',
  path: '/1.1/menus/:menuId/common-list-info',
  summary: 'How a user wants a list to be: rows on a page, texts in full; and the views of it he may use',
  access: 'account',
  params: Menu,
  data: Type.Object({
    menuId: Type.String(),
    /** title of the list */
    label: Type.String(),
    rowCount: Type.Integer(),
    /** Y: cells show long texts in full, N: truncated to one line */
    fullText: OneOf('Y', 'N'),
    rowCounts: Type.Array(Type.Integer()),
    /** the default sort column */
    sort: Type.String(),
    direction: OneOf('asc', 'desc'),
    /** whether it can be searched; whether rows can be deleted */
    searchable: Type.Boolean(),
    deletable: Type.Boolean(),
    /** those that come with the list, the user's own, then those shared by others, by name */
    views: Type.Array(ListViewName),
    /** the user's own filters that do not apply: their columns no longer exist, or not for this user and region */
    filtersLeftOut: Type.Array(Type.Object({ columnId: Type.String(), columnLabel: Type.String() })),
  }),
});

const RowCount = Type.Object({
  ...Menu.properties,
  rowCount: Type.Integer({ minimum: 1, maximum: 100 }),
  fullText: OneOf('Y', 'N'),
});

export const saveRowCount = defineCall({
  method: 'PUT',
  path: '/1.1/menus/:menuId/row-count/:rowCount/full-text/:fullText',
  summary: 'Rows on a page of the list, and whether it shows texts in full',
  access: 'account',
  params: RowCount,
});

export const saveFullText = defineCall({
  method: 'PUT',
  path: '/1.1/menus/:menuId/full-text/:fullText',
  summary: 'Whether the list shows texts in full',
  access: 'account',
  params: Type.Object({ ...Menu.properties, fullText: OneOf('Y', 'N') }),
});
