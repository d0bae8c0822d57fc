/** Saved views of a list: named columns, filters and order, private or shared within the sponsor. */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { Nullable, OneOf } from './common.ts';
import { ColumnId, ListViewName, Menu, UserFilter, Width } from './menus.ts';

const View = Type.Object({ ...Menu.properties, viewKey: Type.Integer({ minimum: 1 }) });

/** The settings of a view. */
const ViewContent = {
  /** not blank; unique among the user's own views of the list */
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  /** Y: every user of the sponsor can apply it */
  shared: OneOf('Y', 'N'),
  /** the visible columns in order */
  columns: Type.Array(Type.Object({ columnId: ColumnId, width: Nullable(Width) }), {
    minItems: 1,
    maxItems: 60,
  }),
  filters: Type.Array(
    Type.Object({ columnId: ColumnId, filters: Type.Array(UserFilter, { minItems: 1, maxItems: 500 }) }),
    { maxItems: 60 },
  ),
  /** a column; null: the default order of the list */
  sort: Nullable(ColumnId),
  direction: OneOf('asc', 'desc'),
};

export const ListView = Type.Object({
  ...ListViewName.properties,
  ...ViewContent,
  /** null, like `changedBy`: it comes with the list */
  changedAt: Nullable(Type.String({ format: 'date-time' })),
  /** who changed it last */
  changedBy: Nullable(Type.String()),
  /** columns of the view that no longer exist or that this user may not see; the view is applied without them */
  leftOut: Type.Array(Type.Object({ columnId: Type.String(), part: OneOf('column', 'filter', 'sort') })),
});

export const readListViews = defineCall({
  method: 'GET',
  path: '/1.1/menus/:menuId/views',
  summary: 'The saved views of a list that the user may use: his own, and those that others share',
  access: 'account',
  params: Menu,
  data: Type.Object({ listInfo: Type.Array(ListView) }),
});

export const addListView = defineCall({
  method: 'POST',
  path: '/1.1/menus/:menuId/views',
  summary: 'Saves a view of a list under a name',
  access: 'account',
  params: Menu,
  body: Type.Object(ViewContent),
  data: Type.Object({ viewKey: Type.Integer() }),
});

export const saveListView = defineCall({
  method: 'PUT',
  path: '/1.1/menus/:menuId/views/:viewKey',
  summary: 'Changes a saved view; only its owner may',
  access: 'account',
  params: View,
  body: Type.Object(ViewContent),
});

export const dropListView = defineCall({
  method: 'DELETE',
  path: '/1.1/menus/:menuId/views/:viewKey',
  summary: 'Removes a saved view; only its owner may',
  access: 'account',
  params: View,
});
