/** The rows of a page of rows: summary, adding, deleting and restoring them, the file of a row. */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { CaseStatus } from './caseStatus.ts';
import { CaseValue, FileNameOf, Finding, Nullable, OneOf } from './common.ts';
import { PageContent, PageParams, RowParams, SaveBody, Saved } from './pageParts.ts';

const RowNos = Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1 });

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
        /** by item id: the value as stored; codes are not yet words */
        values: Type.Record(
          Type.String(),
          Type.Object({
            value: Nullable(Type.String()),
            nullFlavor: Nullable(Type.String()),
            properties: FileNameOf,
          }),
        ),
      }),
    ),
    retrievedAt: Type.String({ format: 'date-time' }),
    status: CaseStatus,
    readOnly: PageContent.properties.readOnly,
    readOnlyDetail: PageContent.properties.readOnlyDetail,
  }),
});

export const checkRowStatus = defineCall({
  method: 'POST',
  path: '/1.0/cases/:caseKey/pages/:page/summary/check-status',
  summary: 'What deleting (Y) or restoring (N) rows would do; changes nothing',
  whileViewing: true,
  access: ['EDIT.CASE'],
  params: PageParams,
  body: Type.Object({ rowNos: RowNos, status: OneOf('Y', 'N') }),
  data: Type.Object({
    rows: Type.Array(
      Type.Object({
        rowNo: Type.Integer(),
        /** position in the list, deleted rows included */
        place: Type.Integer(),
        /** label from the items of the row; '' if they are empty */
        label: Type.String(),
        /** false: already in this state */
        changes: Type.Boolean(),
        /** items with a value in the row, deleted and restored with it */
        entries: Type.Integer(),
        /** live rows elsewhere that speak of it */
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
    /** errors that the case does not have now, for the receivers of the region that is shown */
    newErrors: Type.Array(Type.Object({ ...Finding.properties, row: Type.String() })),
  }),
});

/** Most rows of one pasted table. */
export const MAX_ADDED_ROWS = 500;

/** The items of a new row are addressed with row number 0. A row sent again by its id stays as it is stored. */
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
    /** in the order of the request */
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
    /** of a saved row, which is all that this call has: a file that is not saved yet is read by its key */
    isSaved: Type.Optional(OneOf('', 'Y', 'N', 'true', 'false')),
  }),
});
