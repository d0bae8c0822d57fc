/** Queries of the case editor about the whole case. All of them lie below ['case', caseKey]. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  listPages,
  readCaseHeader,
  readDistributionHistory,
  readReceivers,
  readSummary,
  readWorkflow,
  verifyCaseAudit,
  type DataOf,
  type QueryOf,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { caseQueryKey } from '../../api/caseQueryKey.ts';

export type CasePages = DataOf<typeof listPages>;
export type CaseHeaderData = DataOf<typeof readCaseHeader>;
type Summary = DataOf<typeof readSummary>;
export type SummaryRow = Summary['rows'][number];

export const pagesQuery = (caseKey: number) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'pages'],
    queryFn: ({ signal }) => call(listPages, { params: { caseKey }, signal }),
  });

export const headerQuery = (caseKey: number) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'header'],
    queryFn: ({ signal }) => call(readCaseHeader, { params: { caseKey }, signal }),
    meta: { ownFailure: true },
  });

export const summaryQuery = (caseKey: number, page: string) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'summary', page],
    queryFn: ({ signal }) => call(readSummary, { params: { caseKey, page }, signal }),
  });

export const receiversQuery = (caseKey: number) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'receivers'],
    queryFn: ({ signal }) => call(readReceivers, { params: { caseKey }, signal }),
  });

export const distributionQuery = (caseKey: number) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'distribution'],
    queryFn: ({ signal }) => call(readDistributionHistory, { params: { caseKey }, signal }),
  });

export const workflowQuery = (caseKey: number, query: QueryOf<typeof readWorkflow>, hash: string) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'workflow', query, hash],
    queryFn: ({ signal }) => call(readWorkflow, { params: { caseKey }, query, signal }),
    placeholderData: keepPreviousData,
  });

export const verificationQuery = (caseKey: number) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'verification'],
    queryFn: ({ signal }) => call(verifyCaseAudit, { params: { caseKey }, signal }),
  });
