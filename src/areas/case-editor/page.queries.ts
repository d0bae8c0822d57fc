/** Reading and saving the content of a page: a form, a row of a page of rows, or a matrix over all its rows. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import {
  readMatrix,
  readPage,
  readPageRow,
  saveMatrix,
  savePage,
  savePageRow,
  type BodyOf,
  type DataOf,
  type PageContent as PageContentSchema,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';

export type PageContent = Static<typeof PageContentSchema>;

export interface PageAddress {
  caseKey: number;
  page: string;
  /** null for a page that is one form, and for a matrix; 0 for a new row */
  rowNo: number | null;
  /** instead of one row: this group over all rows of the page */
  matrix?: string | null;
}

/** The content of a page, read again each time it is opened and never replaced while it is open. */
export const contentQuery = (pageAddress: PageAddress, appendix: string) =>
  queryOptions({
    // outside ['case']: invalidating a case must not feed an open editor
    queryKey: [
      'pageContent',
      pageAddress.caseKey,
      pageAddress.page,
      pageAddress.matrix ?? pageAddress.rowNo,
      appendix,
    ],
    queryFn: ({ signal }): Promise<PageContent> => readContent(pageAddress, signal),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnReconnect: false,
    structuralSharing: false,
    meta: { inPlace: true },
  });

/** What is in memory of the pages of a case is from before a save: what draws a page with it waits until it is read again. */
export const markContentsOutdated = (queries: QueryClient, caseKey: number): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['pageContent', caseKey], refetchType: 'none' });

function readContent(
  { caseKey, page, rowNo, matrix }: PageAddress,
  signal: AbortSignal,
): Promise<PageContent> {
  if (matrix) return call(readMatrix, { params: { caseKey, page, group: matrix }, signal });
  if (rowNo === null) return call(readPage, { params: { caseKey, page }, signal });
  return call(readPageRow, { params: { caseKey, page, rowNo }, signal });
}

/** Saves changes of the page at `place`. */
export function saveContent(
  { caseKey, page, rowNo, matrix }: PageAddress,
  body: BodyOf<typeof savePage>,
): Promise<DataOf<typeof savePage>> {
  if (matrix) return call(saveMatrix, { params: { caseKey, page, group: matrix }, body });
  if (rowNo === null) return call(savePage, { params: { caseKey, page }, body });
  return call(savePageRow, { params: { caseKey, page, rowNo }, body });
}
