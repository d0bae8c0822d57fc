/** One page of a case: read, save, rows, audit (specification sections 4 and 7). */
import { Type } from 'typebox';
import { CaseRow, CaseValue, Finding, ItemAddress, Nullable, Paged, Paging, OneOf } from './common.ts';
import { CaseStatus } from './cases.ts';
import { defineCall } from './call.ts';

const PageParams = Type.Object({ caseKey: Type.Integer(), page: Type.String({ maxLength: 10 }) });
const RowNos = Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1 });
const RowParams = Type.Object({ ...PageParams.properties, rowNo: Type.Integer({ minimum: 0 }) });

/** Why the case is read-only, and who can change that. */
const ReadOnlyDetail = Type.Object({
  /** null without an action: the user lacks the privilege */
  by: Nullable(
    Type.Object({
      userName: Type.String(),
      userId: Type.String(),
      at: Type.String({ format: 'date-time' }),
      reason: Type.String(),
    }),
  ),
  /** names of some users who can change it, and the number of further ones; empty if nobody can */
  whoMay: Type.Object({ names: Type.Array(Type.String()), more: Type.Integer() }),
  /** for a superseded version: the newest one */
  newest: Nullable(Type.Object({ caseKey: Type.Integer(), versionNo: Type.Integer() })),
});

export const PageContent = Type.Object({
  caseKey: Type.Integer(),
  caseNo: Type.String(),
  page: Type.String(),
  /** 0 for single-form pages */
  rowNo: Type.Integer(),
  values: Type.Array(CaseValue),
  rows: Type.Array(CaseRow),
  /** values of other pages' items that this page shows (row labels of a referenced group) */
  references: Type.Array(
    Type.Object({
      group: Type.String(),
      rowNo: Type.Integer(),
      rowId: Type.String(),
      label: Type.String(),
      deleted: Type.Boolean(),
    }),
  ),
  /** values that conditions and computed items of this page read from the rest of the case */
  inputs: Type.Object({ values: Type.Array(CaseValue), rows: Type.Array(CaseRow) }),
  retrievedAt: Type.String({ format: 'date-time' }),
  /** N until the first save of the page, which is filed with the reason 'Initial Data' */
  saved: OneOf('Y', 'N'),
  status: CaseStatus,
  /** why the case is read-only for this user; null if it can be edited */
  readOnly: Nullable(OneOf('deleted', 'locked', 'superseded', 'stepClosed', 'noPrivilege', 'rowDeleted')),
  readOnlyDetail: Nullable(ReadOnlyDetail),
  previousRowNo: Nullable(Type.Integer()),
  nextRowNo: Nullable(Type.Integer()),
});

export const listPages = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/pages',
  summary: 'The pages of a case with number of rows, saved flag and number of findings',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
  data: Type.Object({
    caseKey: Type.Integer(),
    caseNo: Type.String(),
    versionNo: Type.Integer(),
    status: CaseStatus,
    pages: Type.Array(
      Type.Object({
        page: Type.String(),
        rows: Type.Integer(),
        saved: OneOf('Y', 'N'),
      }),
    ),
  }),
});

export const readPage = defineCall({
  method: 'GET',
  path: '/1.1/cases/:caseKey/pages/:page',
  summary: 'A page that is one form',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: PageParams,
  data: PageContent,
});

export const readPageRow = defineCall({
  method: 'GET',
  path: '/1.1/cases/:caseKey/pages/:page/:rowNo',
  summary: 'A row of a page of rows; rowNo 0 is an empty new row; with move=previous|next the neighbour',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: RowParams,
  query: Type.Object({ move: Type.Optional(OneOf('previous', 'next')) }),
  data: PageContent,
});

export const readSummary = defineCall({
  method: 'GET',
  path: '/1.1/cases/:caseKey/pages/:page/summary',
  summary: 'The rows of a page with the values of its summary columns',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: PageParams,
  data: Type.Object({
    caseKey: Type.Integer(),
    page: Type.String(),
    rows: Type.Array(
      Type.Object({
        rowNo: Type.Integer(),
        rowId: Type.String(),
        deleted: Type.Boolean(),
        /** by item id: the stored value; codes are not translated */
        values: Type.Record(
          Type.String(),
          Type.Object({ value: Nullable(Type.String()), nullFlavor: Nullable(Type.String()) }),
        ),
      }),
    ),
    retrievedAt: Type.String({ format: 'date-time' }),
    status: CaseStatus,
    readOnly: PageContent.properties.readOnly,
    readOnlyDetail: PageContent.properties.readOnlyDetail,
  }),
});

/** When the base of a change was read, if that is not `retrievedAt` of the save. */
const Based = { basedOn: Type.Optional(Type.String({ format: 'date-time' })) };

const SaveBody = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: 2000 }),
  retrievedAt: Type.String({ format: 'date-time' }),
  changes: Type.Array(Type.Object({ ...CaseValue.properties, ...Based })),
  rows: Type.Optional(Type.Array(Type.Object({ ...CaseRow.properties, ...Based }))),
});

const Saved = Type.Object({
  retrievedAt: Type.String({ format: 'date-time' }),
  rowNo: Type.Integer(),
  /** added rows with their assigned numbers */
  rows: Type.Array(CaseRow),
  changed: Type.Integer(),
});

/**
 * Items changed by another user after `retrievedAt` are refused individually: 409 CASE_CHANGED with their addresses.
 */
export const savePage = defineCall({
  method: 'POST',
  path: '/1.1/cases/:caseKey/pages/:page',
  summary: 'Saves the changes of a page that is one form, with the reason for them',
  access: ['EDIT.CASE'],
  params: PageParams,
  body: SaveBody,
  data: Saved,
});

export const savePageRow = defineCall({
  method: 'POST',
  path: '/1.1/cases/:caseKey/pages/:page/:rowNo',
  summary: 'Saves the changes of one row; rowNo 0 adds a row, the answer tells its number',
  access: ['EDIT.CASE'],
  params: RowParams,
  body: SaveBody,
  data: Saved,
});

export const checkRowStatus = defineCall({
  method: 'POST',
  path: '/1.0/cases/:caseKey/pages/:page/summary/check-status',
  summary: 'What deleting (Y) or restoring (N) rows would do; changes nothing',
  access: ['EDIT.CASE'],
  params: PageParams,
  body: Type.Object({ rowNos: RowNos, status: OneOf('Y', 'N') }),
  data: Type.Object({
    rows: Type.Array(
      Type.Object({
        rowNo: Type.Integer(),
        /** position in the list, counting deleted rows */
        place: Type.Integer(),
        /** label of the row from its own items; '' if they are empty */
        label: Type.String(),
        /** false: the row is already in this state */
        changes: Type.Boolean(),
        /** items with a value in the row, deleted and restored with it */
        entries: Type.Integer(),
        /** live rows elsewhere that refer to it */
        referencedBy: Type.Array(
          Type.Object({
            page: Type.String(),
            group: Type.String(),
            rowNo: Type.Integer(),
            place: Type.Integer(),
            label: Type.String(),
          }),
        ),
      }),
    ),
    /** additional errors of the case for the receivers of the current region */
    newErrors: Type.Array(Type.Object({ ...Finding.properties, row: Type.String() })),
  }),
});

/** Maximum rows of one pasted table. */
export const MAX_ADDED_ROWS = 500;

/** The items of a new row use row number 0. A row sent again with the same id is not added twice. */
export const addRows = defineCall({
  method: 'POST',
  path: '/1.1/cases/:caseKey/pages/:page/summary',
  summary: 'Adds rows to a page of rows: all of them in one transaction, with the reason for them',
  access: ['EDIT.CASE'],
  params: PageParams,
  body: Type.Object({
    reason: SaveBody.properties.reason,
    rows: Type.Array(
      Type.Object({
        rowId: Type.String({ format: 'uuid' }),
        changes: Type.Array(CaseValue, { minItems: 1 }),
      }),
      { minItems: 1, maxItems: MAX_ADDED_ROWS },
    ),
  }),
  data: Type.Object({
    retrievedAt: Saved.properties.retrievedAt,
    rowNos: Type.Array(Type.Integer({ minimum: 1 })),
  }),
});

export const setRowStatus = defineCall({
  method: 'PUT',
  path: '/1.0/cases/:caseKey/pages/:page/summary/status',
  summary: 'Deletes or restores rows of a page, with a reason',
  access: ['EDIT.CASE'],
  params: PageParams,
  body: Type.Object({
    rowNos: RowNos,
    status: OneOf('Y', 'N'),
    reason: Type.String({ minLength: 1, maxLength: 2000 }),
    retrievedAt: Type.String({ format: 'date-time' }),
  }),
  data: Type.Object({ retrievedAt: Type.String({ format: 'date-time' }) }),
});

export const readRowFile = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/pages/:page/rows/:rowNo',
  summary: 'Downloads the file of an attachment item',
  access: ['READ.CASE', 'EDIT.CASE'],
  carries: 'file',
  params: RowParams,
  query: Type.Object({
    itemId: Type.String(),
    rowNo2: Type.Optional(Type.Integer()),
    rowNo3: Type.Optional(Type.Integer()),
  }),
});

export const AuditEntry = Type.Object({
  no: Type.Integer(),
  time: Type.String({ format: 'date-time' }),
  userId: Type.String(),
  userName: Type.String(),
  page: Type.String(),
  ...ItemAddress.properties,
  /** in the requested language, as it read at the time of the change */
  itemLabel: Type.String(),
  action: OneOf(
    'add',
    'change',
    'clear',
    'rowAdd',
    'rowDelete',
    'rowRestore',
    'rowMove',
    'status',
    'followUp',
    'copy',
    'notDuplicate',
    'codeReviewed',
    'disconnect',
    'import',
    'download',
  ),
  oldValue: Nullable(Type.String()),
  oldNullFlavor: Nullable(Type.String()),
  oldNotation: Nullable(Type.String()),
  value: Nullable(Type.String()),
  nullFlavor: Nullable(Type.String()),
  notation: Nullable(Type.String()),
  reason: Type.String(),
  source: OneOf('screen', 'import', 'sync', 'ai', 'system', 'computed', 'hidden'),
  /** for a signed change of status: the meaning of the signature, a code of the list `signature-meaning` */
  signed: Nullable(Type.String()),
});

export const readItemAudit = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/item-audit-trail',
  summary: 'Every change of one item, newest first',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
  query: Type.Object({
    pageId: Type.Optional(Type.String()),
    itemId: Type.String(),
    rowNo: Type.Optional(Type.Integer()),
    rowNo2: Type.Optional(Type.Integer()),
    rowNo3: Type.Optional(Type.Integer()),
  }),
  data: Type.Object({ listInfo: Type.Array(AuditEntry) }),
});

export const readCaseAudit = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/pages/AT',
  summary: 'The audit trail of a case, newest first, paged',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
  query: Type.Object({
    ...Paging,
    page: Type.Optional(Type.String()),
    keyword: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  data: Paged(AuditEntry),
});

export const verifyCaseAudit = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/audit-trail/verification',
  summary: 'Walks the hash chain of the case and tells whether it is whole',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
  data: Type.Object({
    whole: Type.Boolean(),
    saves: Type.Integer(),
    brokenAt: Nullable(Type.Integer()),
    head: Nullable(Type.String()),
  }),
});

/** Possible receivers of a case with what each one still requires: page RE. */
export const readReceivers = defineCall({
  method: 'GET',
  path: '/1.1/cases/:caseKey/pages/RE',
  summary: 'Receivers of the case, with the number of findings that stand in the way of each',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
  data: Type.Object({
    listInfo: Type.Array(
      Type.Object({
        receiverName: Type.String(),
        receiverType: Type.String(),
        region: Type.String(),
        errors: Type.Integer(),
        warnings: Type.Integer(),
      }),
    ),
    status: CaseStatus,
  }),
});

export const readDistributionHistory = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/pages/RE/distribution-history',
  summary: 'Downloads and transmissions of the case so far',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
  data: Type.Object({
    listInfo: Type.Array(
      Type.Object({
        time: Type.String({ format: 'date-time' }),
        userId: Type.String(),
        reportId: Type.String(),
        receiver: Nullable(Type.String()),
        versionNo: Type.Integer(),
      }),
    ),
  }),
});

const MatrixParams = Type.Object({ ...PageParams.properties, group: Type.String({ maxLength: 60 }) });

/**
 * All pairs of a page's rows with the rows of another group: the values and rows of `group`, and the summary of each
 * of its rows. `references` lists the rows of both sides in order, including deleted ones.
 */
export const readMatrix = defineCall({
  method: 'GET',
  path: '/1.1/cases/:caseKey/pages/:page/matrix/:group',
  summary: 'A group that is rows of another one, over all rows of its page',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: MatrixParams,
  data: PageContent,
});

export const saveMatrix = defineCall({
  method: 'POST',
  path: '/1.1/cases/:caseKey/pages/:page/matrix/:group',
  summary: 'Saves changed pairs of any rows of the page in one transaction, with the reason for them',
  access: ['EDIT.CASE'],
  params: MatrixParams,
  body: SaveBody,
  data: Saved,
});
