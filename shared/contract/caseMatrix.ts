/** The matrix of a page: all pairs of its rows with the rows of another group. */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { PageContent, PageParams, SaveBody, Saved } from './pageParts.ts';

const MatrixParams = Type.Object({ ...PageParams.properties, group: Type.String({ maxLength: 60 }) });

/**
 * All pairs of a page's rows with the rows of another group: the values and rows of `group`, and what the page's
 * summary says of each of its rows. `references` names the rows of both sides, in list order, deleted ones included.
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
