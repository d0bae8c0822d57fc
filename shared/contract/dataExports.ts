/** Previews and files of questions about cases (specification 1 sections 2, 7 "Data"). */
import { Type, type Static } from 'typebox';
import { defineCall } from './call.ts';
import { Nullable, OneOf } from './common.ts';
import { DataQuery } from './dataQueries.ts';
import { EXPORT_STATES } from './listExports.ts';
import { defineList, defineListExport } from './lists.ts';

const READERS = ['READ.DATA', 'EDIT.DATA'] as const;
const EDITORS = ['EDIT.DATA'] as const;

export const PREVIEW_ROWS = 20;
/** Rows that a file streamed to a program may have; more of them are made in the background. */
export const MAX_STREAMED_CASES = 10_000;

/** What a question cannot see, and what there is to know before its answer is used. */
export const QUERY_WARNINGS = ['scope', 'blinded', 'noRows'] as const;

const Preview = Type.Object({
  /** of the cases looked at so far: a question that takes longer than a page waits is counted in several calls */
  count: Type.Integer(),
  /** cases looked at, in percent; 100: the count is that of all cases */
  looked: Type.Integer(),
  /** for the query of the next call, which counts on; null: all cases were looked at */
  below: Nullable(Type.Integer()),
  /** the question in the reader's language */
  sentence: Type.String(),
  warnings: Type.Array(OneOf(...QUERY_WARNINGS)),
  columns: Type.Array(Type.Object({ itemId: Type.String(), label: Type.String() })),
  rows: Type.Array(
    Type.Object({
      rowKey: Type.String(),
      caseKey: Type.Integer(),
      cells: Type.Array(Type.String()),
    }),
  ),
});

/** Where an earlier call has stopped counting, and what it had counted; left out: the first call. */
const CountOn = Type.Object({
  below: Type.Optional(Type.Integer({ minimum: 1 })),
  counted: Type.Optional(Type.Integer({ minimum: 0 })),
});

/**
 * The number of cases that answer a question, and the first of those that were looked at in this call. 422 QUERY_FAULTS with the place of each fault;
 * 403 QUERY_BLINDED.
 */
export const previewExport = defineCall({
  method: 'POST',
  path: '/1.0/export/preview',
  summary: 'How many cases answer a question, and the first rows of its file',
  access: EDITORS,
  byProgram: true,
  whileViewing: true,
  query: CountOn,
  body: DataQuery,
  data: Preview,
});

export const previewAeExport = defineCall({
  method: 'POST',
  path: '/1.0/export/ae/preview',
  summary: 'The same with one row for each adverse event',
  access: EDITORS,
  byProgram: true,
  whileViewing: true,
  query: CountOn,
  body: DataQuery,
  data: Preview,
});

export const EXPORT_FORMATS = ['XLSX', 'CSV', 'DATASET_JSON', 'XML'] as const;
export type DataExportFormat = (typeof EXPORT_FORMATS)[number];

const ExportName = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

export const DataExport = Type.Object({
  dataKey: Type.Integer(),
  exportKey: Type.String({ format: 'uuid' }),
  name: Type.String(),
  format: OneOf(...EXPORT_FORMATS),
  state: OneOf(...EXPORT_STATES),
  /** rows written so far, and all there are */
  rows: Type.Integer(),
  totalCount: Type.Integer(),
  cases: Nullable(Type.Integer()),
  sentence: Type.String(),
  fileName: Nullable(Type.String()),
  /** until when the file can be fetched */
  expiresAt: Nullable(Type.String({ format: 'date-time' })),
  at: Type.String({ format: 'date-time' }),
  userName: Type.String(),
  /** the reader requested it, who alone may fetch the file */
  own: Type.Boolean(),
  error: Nullable(Type.String()),
});
export type DataExport = Static<typeof DataExport>;

/** 422 EXPORT_NEEDS_CONDITION without a condition or without a selected item; otherwise as the preview. */
export const startExport = defineCall({
  method: 'PUT',
  path: '/1.0/export',
  summary: 'Has the server make a file of the cases that answer a question',
  access: EDITORS,
  byProgram: true,
  body: Type.Object({
    /** a new UUID that the caller makes; sent twice, it is one file */
    exportKey: Type.String({ format: 'uuid' }),
    name: ExportName,
    format: OneOf(...EXPORT_FORMATS),
    query: DataQuery,
  }),
  data: DataExport,
});

const OfExport = Type.Object({ dataKey: Type.Integer({ minimum: 1 }) });

export const readExport = defineCall({
  method: 'GET',
  path: '/1.0/export/:dataKey',
  summary: 'How far a file is, and what it was asked with',
  access: READERS,
  byProgram: true,
  params: OfExport,
  data: Type.Object({ ...DataExport.properties, query: DataQuery }),
});

export const listRecentExports = defineCall({
  method: 'GET',
  path: '/1.0/export',
  summary: 'The latest files of the reader',
  access: READERS,
  byProgram: true,
  data: Type.Object({ exports: Type.Array(DataExport) }),
});

export const stopExport = defineCall({
  method: 'PUT',
  path: '/1.0/export/:dataKey/cancel',
  summary: 'Stops making a file; one that is made already stays',
  access: EDITORS,
  byProgram: true,
  params: OfExport,
  data: DataExport,
});

export const repeatExport = defineCall({
  method: 'PUT',
  path: '/1.0/export/:dataKey/retry',
  summary: 'Makes a file that failed or was stopped',
  access: EDITORS,
  byProgram: true,
  params: OfExport,
  data: DataExport,
});

/** 409 EXPORT_NOT_READY until it is made; 404 EXPORT_NOT_FOUND when its time is over; 403 EXPORT_BEYOND_ACCESS. */
export const fetchExport = defineCall({
  method: 'GET',
  path: '/1.0/export/:dataKey/file',
  summary: 'The file that was made, as far as its reader may still see all of it',
  access: EDITORS,
  byProgram: true,
  params: OfExport,
  carries: 'file',
});

/** The blocks whose rows can be listed one by one, with the items that a file may have. */
export const readDatasets = defineCall({
  method: 'GET',
  path: '/1.0/export/dataset',
  summary: 'The groups of which a file can have one row a record',
  access: READERS,
  byProgram: true,
  data: Type.Object({
    datasets: Type.Array(
      Type.Object({ block: Type.String(), label: Type.String(), items: Type.Array(Type.String()) }),
    ),
  }),
});

/** At most `MAX_STREAMED_CASES` cases: 422 TOO_MANY_CASES otherwise. */
export const downloadDataset = defineCall({
  method: 'PUT',
  path: '/1.0/export/dataset/download',
  summary: 'The file of a question at once, for programs',
  access: EDITORS,
  byProgram: true,
  body: Type.Object({ name: ExportName, format: OneOf(...EXPORT_FORMATS), query: DataQuery }),
  carries: 'file',
});

export const downloadDictionary = defineCall({
  method: 'GET',
  path: '/1.0/export/dictionary-download',
  summary: 'Every item of a case with its type, length and codes, as a spreadsheet',
  access: READERS,
  byProgram: true,
  carries: 'file',
});

const HISTORY = {
  path: '/1.0/datas/history',
  menuId: 'MU-DT-HS',
  summary: 'Files that were imported and exported',
  access: READERS,
} as const;

export const listDataHistory = defineList(HISTORY);
/** Specification 1 section 7 names its path. */
export const exportDataHistory = {
  ...defineListExport(HISTORY),
  path: '/1.0/data-histories/export',
} as const;

/** Imports and exports share their numbers. */
export const readHistoryEntry = defineCall({
  method: 'GET',
  path: '/1.0/datas/history/:dataKey',
  summary: 'Whether a number of the history is that of an import or of an export',
  access: READERS,
  params: OfExport,
  data: Type.Object({ dataKey: Type.Integer(), kind: OneOf('import', 'export') }),
});

export const readFileInfo = defineCall({
  method: 'GET',
  path: '/1.0/datas/history/:dataKey/file-info',
  summary: 'What is known of an imported file: its size, its hash, and earlier imports of the same file',
  access: READERS,
  params: OfExport,
  data: Type.Object({
    dataKey: Type.Integer(),
    fileName: Type.String(),
    size: Nullable(Type.Integer()),
    /** SHA-256, hexadecimal */
    hash: Type.String(),
    at: Type.String({ format: 'date-time' }),
    userId: Type.String(),
    same: Type.Array(
      Type.Object({
        dataKey: Type.Integer(),
        fileName: Type.String(),
        at: Type.String({ format: 'date-time' }),
        userId: Type.String(),
      }),
    ),
  }),
});

export const fetchImportedFile = defineCall({
  method: 'GET',
  path: '/1.0/datas/history/:dataKey/file',
  summary: 'The file as it was imported; of a user who may see all cases and blinded values',
  access: EDITORS,
  params: OfExport,
  carries: 'file',
});
