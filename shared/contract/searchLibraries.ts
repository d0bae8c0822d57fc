/** The library: questions about cases under a name, versioned, private or shared (specification 1 section 7, "Data"). */
import { Type, type Static } from 'typebox';
import { defineCall } from './call.ts';
import { Nullable, OneOf, Reason } from './common.ts';
import { DataQuery } from './dataQueries.ts';
import { defineList, defineListExport } from './lists.ts';

const READERS = ['READ.DATA', 'EDIT.DATA'] as const;
const EDITORS = ['EDIT.DATA'] as const;

export const MAX_LIBRARY_NAME = 200;
export const MAX_LIBRARY_DESCRIPTION = 1000;

/** An entry that comes with the product has a key below 0, and nobody can change it. */
const OfEntry = Type.Object({ libraryKey: Type.Integer() });

const LIST = {
  path: '/1.0/search-libraries',
  menuId: 'MU-DT-LB',
  summary: 'Questions of the library: the own ones and those that are shared',
  access: READERS,
} as const;
const listCall = defineList(LIST);
/** `exclude`: Y leaves out what comes with the product; `find`: part of a name or description. */
export const listSearchLibraries = defineCall({
  ...listCall,
  byProgram: true,
  query: Type.Object({
    ...listCall.query.properties,
    exclude: Type.Optional(OneOf('Y', 'N')),
    find: Type.Optional(Type.String({ maxLength: 200 })),
  }),
});
export const exportSearchLibraries = defineListExport(LIST);

export const SearchLibrary = Type.Object({
  libraryKey: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  /** everybody of the sponsor may use it */
  shared: Type.Boolean(),
  /** the reader's own, which only they may change */
  own: Type.Boolean(),
  ownerName: Type.String(),
  /** 1 for the first */
  versionNo: Type.Integer(),
  changedAt: Nullable(Type.String({ format: 'date-time' })),
  changedBy: Nullable(Type.String()),
  query: DataQuery,
  sentence: Type.String(),
});
export type SearchLibrary = Static<typeof SearchLibrary>;

/** 404 LIBRARY_NOT_FOUND also for one that is not shared. */
export const readSearchLibrary = defineCall({
  method: 'GET',
  path: '/1.0/search-libraries/:libraryKey',
  summary: 'One question of the library, as its newest or an earlier version',
  access: READERS,
  byProgram: true,
  params: OfEntry,
  query: Type.Object({ version: Type.Optional(Type.Integer({ minimum: 1 })) }),
  data: SearchLibrary,
});

/**
 * Key 0 adds an entry. 409 LIBRARY_NAME_TAKEN; 409 LIBRARY_CHANGED if `versionNo` is not the newest; 403 LIBRARY_NOT_OWN;
 * 422 QUERY_FAULTS, NO_MODIFIED_DATA.
 */
export const saveSearchLibrary = defineCall({
  method: 'PUT',
  path: '/1.0/search-libraries/:libraryKey',
  summary: 'Adds a question to the library, changes or deletes one, with the reason',
  access: EDITORS,
  params: OfEntry,
  body: Type.Object({
    reason: Reason,
    /** as it was read; 0: a new one */
    versionNo: Type.Integer({ minimum: 0 }),
    name: Type.String({ minLength: 1, maxLength: MAX_LIBRARY_NAME, pattern: '\\S' }),
    description: Type.String({ maxLength: MAX_LIBRARY_DESCRIPTION }),
    shared: Type.Boolean(),
    delFlag: OneOf('Y', 'N'),
    query: DataQuery,
  }),
  data: Type.Object({ libraryKey: Type.Integer(), versionNo: Type.Integer() }),
});

const ItemInfo = Type.Object({
  itemId: Type.String(),
  label: Type.String(),
  page: Type.String(),
  /** innermost group; empty: it occurs once in a case */
  group: Type.String(),
  kind: OneOf('text', 'number', 'date', 'code'),
  operators: Type.Array(Type.String()),
  nullFlavors: Type.Array(Type.String()),
});

export const listLibraryItems = defineCall({
  method: 'GET',
  path: '/1.0/search-libraries/items',
  summary: 'The items that questions may be asked about',
  access: READERS,
  byProgram: true,
  data: Type.Object({ items: Type.Array(ItemInfo) }),
});

export const readLibraryItem = defineCall({
  method: 'GET',
  path: '/1.0/search-libraries/items/:itemId',
  summary: 'One of these items, with its codes',
  access: READERS,
  byProgram: true,
  params: Type.Object({ itemId: Type.String({ maxLength: 60 }) }),
  data: Type.Object({
    ...ItemInfo.properties,
    codes: Type.Array(Type.Object({ code: Type.String(), label: Type.String() })),
  }),
});

const AUDIT = {
  path: '/1.0/search-libraries/:libraryKey/audittrails',
  menuId: 'MU-DT-LB-AT',
  summary: 'What was changed in a question of the library',
  access: READERS,
} as const;
export const listLibraryAudit = defineCall({ ...defineList(AUDIT), params: OfEntry });
export const exportLibraryAudit = defineCall({ ...defineListExport(AUDIT), params: OfEntry });

export const readLibraryItemAudit = defineCall({
  method: 'GET',
  path: '/1.0/search-libraries/:libraryKey/items/:itemId/audittrails',
  summary: 'What each version of a question asks about an item',
  access: READERS,
  params: Type.Object({ ...OfEntry.properties, itemId: Type.String({ maxLength: 60 }) }),
  data: Type.Object({
    versions: Type.Array(
      Type.Object({
        versionNo: Type.Integer(),
        at: Type.String({ format: 'date-time' }),
        userName: Type.String(),
        reason: Type.String(),
        /** conditions on the item in words; empty: it has none */
        conditions: Type.Array(Type.String()),
        /** it is a column of the file */
        selected: Type.Boolean(),
      }),
    ),
  }),
});

const Series = Type.Object({
  seriesKey: Type.Integer(),
  versionNo: Type.Integer(),
  at: Type.String({ format: 'date-time' }),
  userName: Type.String(),
  /** null: the reader may not ask the question that it was frozen from */
  count: Nullable(Type.Integer()),
});

export const listCaseSeries = defineCall({
  method: 'GET',
  path: '/1.0/search-libraries/:libraryKey/series',
  summary: 'The case series that were frozen from a question',
  access: READERS,
  params: OfEntry,
  data: Type.Object({ series: Type.Array(Series) }),
});

export const freezeCaseSeries = defineCall({
  method: 'POST',
  path: '/1.0/search-libraries/:libraryKey/series',
  summary: 'Keeps which cases, in which versions, answer a question now',
  access: EDITORS,
  params: OfEntry,
  data: Series,
});

const ComparedCase = Type.Object({
  caseKey: Type.Integer(),
  caseNo: Type.String(),
  versionNo: Type.Integer(),
});

export const compareCaseSeries = defineCall({
  method: 'GET',
  path: '/1.0/search-libraries/:libraryKey/series/:seriesKey',
  summary: 'A frozen case series beside the answer of its question now',
  access: READERS,
  params: Type.Object({ ...OfEntry.properties, seriesKey: Type.Integer({ minimum: 1 }) }),
  data: Type.Object({
    ...Series.properties,
    same: Type.Integer(),
    /** in the answer and not in the series; the first 200 */
    added: Type.Array(ComparedCase),
    addedCount: Type.Integer(),
    /** in the series and no longer in the answer */
    gone: Type.Array(ComparedCase),
    goneCount: Type.Integer(),
    /** in both, with a newer version */
    changed: Type.Array(ComparedCase),
    changedCount: Type.Integer(),
  }),
});
