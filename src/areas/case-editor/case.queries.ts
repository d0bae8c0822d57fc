/** What the case editor reads. Everything of a case lies below ['case', caseKey]. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import {
  listPages,
  type PageContent as PageContentSchema,
  readDistributionHistory,
  readReceivers,
  readSummary,
  readWorkflow,
  verifyCaseAudit,
  type DataOf,
  type QueryOf,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { caseKeyOf } from '../../catalogue/caseKeyOf.ts';
import { readContent } from './pageCalls.ts';

export type PageContent = Static<typeof PageContentSchema>;
export type CasePages = DataOf<typeof listPages>;
type Summary = DataOf<typeof readSummary>;
export type SummaryRow = Summary['rows'][number];

export const pagesQuery = (caseKey: number) =>
  queryOptions({
    queryKey: [...caseKeyOf(caseKey), 'pages'],
    queryFn: ({ signal }) => call(listPages, { params: { caseKey }, signal }),
  });

export interface PagePlace {
  caseKey: number;
  page: string;
  /** null for a page that is one form, and for a matrix; 0 for a new row */
  rowNo: number | null;
  /** instead of one row: this group over all rows of the page */
  matrix?: string | null;
}

/** The content of a page, read anew each time it is opened and never swapped in while it is open. */
export const contentQuery = (place: PagePlace, appendix: string) =>
  queryOptions({
    // outside ['case']: invalidating a case must not feed an open editor
    queryKey: ['pageContent', place.caseKey, place.page, place.matrix ?? place.rowNo, appendix],
    queryFn: ({ signal }): Promise<PageContent> => readContent(place, signal),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnReconnect: false,
    structuralSharing: false,
  });

export const summaryQuery = (caseKey: number, page: string) =>
  queryOptions({
    queryKey: [...caseKeyOf(caseKey), 'summary', page],
    queryFn: ({ signal }) => call(readSummary, { params: { caseKey, page }, signal }),
  });

export const receiversQuery = (caseKey: number) =>
  queryOptions({
    queryKey: [...caseKeyOf(caseKey), 'receivers'],
    queryFn: ({ signal }) => call(readReceivers, { params: { caseKey }, signal }),
  });

export const distributionQuery = (caseKey: number) =>
  queryOptions({
    queryKey: [...caseKeyOf(caseKey), 'distribution'],
    queryFn: ({ signal }) => call(readDistributionHistory, { params: { caseKey }, signal }),
  });

export const workflowQuery = (caseKey: number, query: QueryOf<typeof readWorkflow>, hash: string) =>
  queryOptions({
    queryKey: [...caseKeyOf(caseKey), 'workflow', query, hash],
    queryFn: ({ signal }) => call(readWorkflow, { params: { caseKey }, query, signal }),
    placeholderData: keepPreviousData,
  });

export const verificationQuery = (caseKey: number) =>
  queryOptions({
    queryKey: [...caseKeyOf(caseKey), 'verification'],
    queryFn: ({ signal }) => call(verifyCaseAudit, { params: { caseKey }, signal }),
  });
