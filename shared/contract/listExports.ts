/**
 * Files of lists that the server creates in the background: start, progress, cancel, retry, download. Leaving the page or
 * restarting the server does not interrupt them; a file is available for a day.
 */
import { Type, type Static } from 'typebox';
import { defineCall } from './call.ts';
import { ReportId, ReportQuery } from './caseReceivers.ts';
import { OneOf } from './common.ts';

const Menu = Type.Object({ menuId: Type.String({ maxLength: 30 }) });
/** The key is a new UUID that the browser makes. */
const Export = Type.Object({ ...Menu.properties, exportKey: Type.String({ format: 'uuid' }) });
/** Values of an address, as the call that streams the same list takes them. */
const Values = Type.Record(Type.String({ maxLength: 40 }), Type.Union([Type.String(), Type.Number()]));

export const EXPORT_STATES = ['requested', 'running', 'done', 'stopped', 'failed', 'expired'] as const;

/** Cases of one file. */
export const MAX_PACKED_CASES = 10_000;

/** One report of each case of a list of cases, in a ZIP, instead of the rows. */
const ReportPack = Type.Object({
  reportId: ReportId,
  ...ReportQuery.properties,
  /** these cases; left out: those of the list as it is filtered */
  caseKeys: Type.Optional(Type.Array(Type.Integer(), { minItems: 1, maxItems: MAX_PACKED_CASES })),
});
export type ReportPack = Static<typeof ReportPack>;

export const ListExportProgress = Type.Object({
  /** rows written so far, and all there were when it was begun: rows that left the list meanwhile are missing in the file */
  rows: Type.Integer(),
  totalCount: Type.Integer(),
  /** stopped: cancelled, or, of a streamed file, the client went away; expired: the file is not kept any more */
  state: OneOf(...EXPORT_STATES),
  /** of a file that is done */
  fileName: Type.Optional(Type.String()),
  /** of a file of reports: cases that it has no report of; the file says why */
  refused: Type.Optional(Type.Integer()),
  /** why it failed */
  error: Type.Optional(Type.String()),
});
export type ListExportProgress = Static<typeof ListExportProgress>;

export const startListExport = defineCall({
  method: 'POST',
  path: '/1.1/menus/:menuId/exports',
  summary: 'Has the server make a file of the list, exactly as it is filtered',
  access: 'account',
  params: Menu,
  body: Type.Object({
    /** sent twice, it is one file */
    exportKey: Type.String({ format: 'uuid' }),
    params: Type.Optional(Values),
    query: Type.Optional(Values),
    reports: Type.Optional(ReportPack),
  }),
  data: ListExportProgress,
});

export const readListExports = defineCall({
  method: 'GET',
  path: '/1.1/menus/:menuId/exports',
  summary: 'Files of the list that this user had made within a day, the latest first',
  access: 'account',
  params: Menu,
  data: Type.Object({
    exports: Type.Array(
      Type.Object({ exportKey: Type.String(), at: Type.String(), ...ListExportProgress.properties }),
    ),
  }),
});

export const readListExport = defineCall({
  method: 'GET',
  path: '/1.1/menus/:menuId/exports/:exportKey',
  summary: 'How far the file of a list is that this user asked for',
  access: 'account',
  params: Export,
  data: ListExportProgress,
});

export const cancelListExport = defineCall({
  method: 'POST',
  path: '/1.1/menus/:menuId/exports/:exportKey/cancel',
  summary: 'Stops making the file of a list; one that is made already stays',
  access: 'account',
  params: Export,
  data: ListExportProgress,
});

export const retryListExport = defineCall({
  method: 'POST',
  path: '/1.1/menus/:menuId/exports/:exportKey/retry',
  summary: 'Makes the file of a list anew that failed or was stopped',
  access: 'account',
  params: Export,
  data: ListExportProgress,
});

/** 409 EXPORT_NOT_READY until it is made; 403 EXPORT_BEYOND_ACCESS where a role hides more from its maker since. */
export const fetchListExport = defineCall({
  method: 'GET',
  path: '/1.1/menus/:menuId/exports/:exportKey/file',
  summary: 'The file of a list that was made',
  access: 'account',
  params: Export,
  carries: 'file',
});
