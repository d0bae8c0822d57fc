/** Which calls read and save a page: a form, a row of a page of rows, or a matrix over all its rows. */
import {
  readMatrix,
  readPage,
  readPageRow,
  saveMatrix,
  savePage,
  savePageRow,
  type BodyOf,
  type DataOf,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import type { PageContent, PagePlace } from './case.queries.ts';

export function readContent(
  { caseKey, page, rowNo, matrix }: PagePlace,
  signal: AbortSignal,
): Promise<PageContent> {
  if (matrix) return call(readMatrix, { params: { caseKey, page, group: matrix }, signal });
  if (rowNo === null) return call(readPage, { params: { caseKey, page }, signal });
  return call(readPageRow, { params: { caseKey, page, rowNo }, signal });
}

export function saveContent(
  { caseKey, page, rowNo, matrix }: PagePlace,
  body: BodyOf<typeof savePage>,
): Promise<DataOf<typeof savePage>> {
  if (matrix) return call(saveMatrix, { params: { caseKey, page, group: matrix }, body });
  if (rowNo === null) return call(savePage, { params: { caseKey, page }, body });
  return call(savePageRow, { params: { caseKey, page, rowNo }, body });
}
