/** The pages of a case: which there are, and reading and saving one (specification sections 4 and 7). */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { CaseStatus } from './caseStatus.ts';
import { CaseRow, Nullable, OneOf } from './common.ts';
import { PageContent, PageParams, RowParams, SaveBody, Saved } from './pageParts.ts';

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

/** Items that another user changed after `retrievedAt` are refused individually: 409 CASE_CHANGED with their addresses. */
export const savePage = defineCall({
  method: 'POST',
  path: '/1.1/cases/:caseKey/pages/:page',
  summary: 'Saves the changes of a page that is one form, with the reason for them',
  access: ['EDIT.CASE'],
  params: PageParams,
  body: SaveBody,
  data: Saved,
});

/** A request for row 0 that gives the row an id, among `rows`, adds it once: sent again, it is a change of the stored row. */
export const savePageRow = defineCall({
  method: 'POST',
  path: '/1.1/cases/:caseKey/pages/:page/:rowNo',
  summary: 'Saves the changes of one row; rowNo 0 adds a row, the answer tells its number',
  access: ['EDIT.CASE'],
  params: RowParams,
  body: SaveBody,
  data: Saved,
});

/** More pages than a user edits between two saves. */
const MAX_PAGES_OF_SAVE = 200;

/**
 * Refused as a whole, like a save of one page: one stale item of one page leaves all of them unsaved. Of several new
 * rows of a page each needs an id of its own, among `rows`.
 */
export const saveCasePages = defineCall({
  method: 'POST',
  path: '/1.1/cases/:caseKey/pages',
  summary: 'Saves the changes of several pages in one transaction, with one reason',
  access: ['EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
  body: Type.Object({
    reason: SaveBody.properties.reason,
    pages: Type.Array(
      Type.Object({
        page: PageParams.properties.page,
        /** null for a page that is one form and for a matrix; 0 adds a row */
        rowNo: Nullable(RowParams.properties.rowNo),
        /** the group whose matrix over all rows of the page was edited */
        matrix: Type.Optional(Type.String({ maxLength: 60 })),
        retrievedAt: SaveBody.properties.retrievedAt,
        changes: SaveBody.properties.changes,
        rows: SaveBody.properties.rows,
      }),
      { minItems: 1, maxItems: MAX_PAGES_OF_SAVE },
    ),
  }),
  data: Type.Object({
    retrievedAt: Saved.properties.retrievedAt,
    /** in the order of the request */
    pages: Type.Array(
      Type.Object({ rowNo: Type.Integer(), rows: Type.Array(CaseRow), changed: Type.Integer() }),
    ),
  }),
});
