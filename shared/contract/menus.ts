/** Columns of a list and their filters, kept for each user (specification 1 section 7 "Menu helpers", 2 sections 2 to 4). */
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

/** What LIKE_ALL sends for "any value". */
export const ANY_VALUE = '[$ALL$]';
/** Specification 2 section 5. */
export const MAX_FILTER_TEXT = 1000;

export const Menu = Type.Object({ menuId: Type.String({ pattern: '^(AD-)?MU-[A-Z0-9-]{1,30}$' }) });
export const ColumnId = Type.String({ minLength: 1, maxLength: 60 });
const Column = Type.Object({ ...Menu.properties, columnId: ColumnId });
/** Of a saved view instead of what the user himself has set. */
const OfView = Type.Object({ view: Type.Optional(Type.Integer({ minimum: 1 })) });

/**
 * One entry of a filter, in `valueCode` and `valueCode2`:
 * - LIKE, LIKE_ALL: a text that is held, or `[$ALL$]`, any value (only LIKE_ALL is offered it). One entry.
 * - CHECK: the code of an option. As many entries as are chosen, which are alternatives.
 * - LIKE_CHECK: a value that occurs, exactly; or in `valueCode2`, with an empty `valueCode`, a text that is held.
 *   Alternatives, too.
 * - BETWEEN_NUMERIC: two whole numbers. BETWEEN_DATE: two dates to the year, month or day. BETWEEN_DATE_TIME: also to the
 *   minute or second, in the time zone of the user. Both ends belong to the range, an empty one is open. One entry.
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
  /** page of the case the item stands on, by which the choice of columns is grouped */
  page: Type.String(),
  /** how its cells are drawn */
  kind: OneOf(...COLUMN_KINDS),
  /** the list can be ordered by it */
  sortable: OneOf('Y', 'N'),
  /** in pixels, as the user drew it, else as the list has it; null: as wide as what it holds */
  width: Nullable(Width),
  /** how the codes of a code column stand out; a code that is not named does not */
  tones: Type.Record(Type.String(), OneOf(...TONES)),
  /** the filter that is set, in words (`Korea, Japan`, `2024-01 – 2024-06`); empty: none */
  filterText: Type.String(),
});

export const readColumns = defineCall({
  method: 'GET',
  path: '/1.0/menus/:menuId/columns',
  summary:
    'The columns a list may have, items of the case too, and which of them the user sees and filters by; of a view, which that shows',
  access: 'session',
  params: Menu,
  query: OfView,
  data: Type.Object({ listInfo: Type.Array(ListColumn) }),
});

export const saveColumns = defineCall({
  method: 'PUT',
  path: '/1.0/menus/:menuId/columns',
  summary:
    'The columns a user wants to see, in their order, and as wide as he drew them; none: as the list has them again',
  access: 'session',
  params: Menu,
  body: Type.Object({
    visible: Type.Array(ColumnId, { maxItems: 60, uniqueItems: true }),
    /** by column id, in pixels; of a column that is left out the width that is saved stays */
    widths: Type.Optional(Type.Record(Type.String({ minLength: 1, maxLength: 60 }), Width)),
  }),
});

/** Options answered at once; further ones are found by a text. */
export const MOST_OPTIONS = 100;

export const readColumnFilter = defineCall({
  method: 'GET',
  path: '/1.0/menus/:menuId/columns/:columnId/filters',
  summary:
    'The saved filter of a column. Of CHECK all options, the chosen ones marked; of LIKE_CHECK the chosen ones, then values that occur in the list and hold the text asked for',
  access: 'session',
  params: Column,
  query: Type.Object({
    ...OfView.properties,
    /** key of what the list is of, where it is of something, as of a case: only values of that occur */
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
    /** there are more options than these: find by a text */
    more: Type.Boolean(),
  }),
});

export const saveColumnFilter = defineCall({
  method: 'PUT',
  path: '/1.0/menus/:menuId/columns/:columnId/filters',
  summary: 'Saves the filter of a column; no entries, or all options of a check filter, remove it',
  access: 'session',
  params: Column,
  body: Type.Object({ filters: Type.Array(UserFilter, { maxItems: 500 }) }),
});

export const dropColumnFilter = defineCall({
  method: 'DELETE',
  path: '/1.0/menus/:menuId/columns/:columnId/filters',
  summary: 'Removes the filter of a column',
  access: 'session',
  params: Column,
});

export const dropFilters = defineCall({
  method: 'DELETE',
  path: '/1.0/menus/:menuId/filters',
  summary: 'Removes all filters of a list',
  access: 'session',
  params: Menu,
});

/** Specification 1 section 9. */
export const PAGE_SIZES = [10, 15, 20, 25, 30, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 20;

/** A saved view as one chooses it. */
export const ListViewName = Type.Object({
  viewKey: Type.Integer(),
  name: Type.String(),
  shared: OneOf('Y', 'N'),
  /** Y: it is the user's, who alone may change it */
  own: OneOf('Y', 'N'),
  ownerName: Type.String(),
});

export const readListInfo = defineCall({
  method: 'GET',
  path: '/1.1/menus/:menuId/common-list-info',
  summary: 'How a user wants a list to be: rows on a page, texts in full; and the views of it he may use',
  access: 'session',
  params: Menu,
  data: Type.Object({
    menuId: Type.String(),
    /** what the list is called */
    label: Type.String(),
    rowCount: Type.Integer(),
    /** Y: cells show long texts in full, N: cut to one line */
    fullText: OneOf('Y', 'N'),
    rowCounts: Type.Array(Type.Integer()),
    /** what it is ordered by when nothing is asked for */
    sort: Type.String(),
    direction: OneOf('asc', 'desc'),
    /** has it a keyword; can rows be deleted? */
    searchable: Type.Boolean(),
    deletable: Type.Boolean(),
    /** his own, then those shared by others, by name */
    views: Type.Array(ListViewName),
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
  access: 'session',
  params: RowCount,
});

export const saveFullText = defineCall({
  method: 'PUT',
  path: '/1.1/menus/:menuId/full-text/:fullText',
  summary: 'Whether the list shows texts in full',
  access: 'session',
  params: Type.Object({ ...Menu.properties, fullText: OneOf('Y', 'N') }),
});
