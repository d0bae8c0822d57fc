/** What the case editor reads. Everything of a case lies below ['case', caseKey]. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import {
  listPages,
  type PageContent as PageContentSchema,
  readCaseAudit,
  readDistributionHistory,
  readFindings,
  readItemAudit,
  readPage,
  readPageRow,
  readReceivers,
  readSummary,
  readWorkflow,
  verifyCaseAudit,
  type AuditEntry as AuditEntrySchema,
  type DataOf,
  type Finding as FindingSchema,
  type QueryOf,
} from '../../../shared/contract/index.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { call } from '../../api/index.ts';

export type PageContent = Static<typeof PageContentSchema>;
export type CasePages = DataOf<typeof listPages>;
export type CaseStatus = CasePages['status'];
export type Summary = DataOf<typeof readSummary>;
export type SummaryRow = Summary['rows'][number];
export type AuditEntry = Static<typeof AuditEntrySchema>;
export type Finding = Static<typeof FindingSchema>;

export const caseKeyOf = (caseKey: number) => ['case', caseKey] as const;

export const pagesQuery = (caseKey: number) =>
  queryOptions({
    queryKey: [...caseKeyOf(caseKey), 'pages'],
    queryFn: ({ signal }) => call(listPages, { params: { caseKey }, signal }),
  });

export interface PagePlace {
  caseKey: number;
  page: string;
  /** null for a page that is one form; 0 for a new row */
  rowNo: number | null;
}

/** The content of a page, read anew each time it is opened and never swapped in while it is open. */
export const contentQuery = ({ caseKey, page, rowNo }: PagePlace, appendix: string) =>
  queryOptions({
    // outside ['case']: invalidating a case must not feed an open editor
    queryKey: ['pageContent', caseKey, page, rowNo, appendix],
    queryFn: ({ signal }): Promise<PageContent> =>
      rowNo === null
        ? call(readPage, { params: { caseKey, page }, signal })
        : call(readPageRow, { params: { caseKey, page, rowNo }, signal }),
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

export const findingsQuery = (caseKey: number, receiver: string) =>
  queryOptions({
    queryKey: [...caseKeyOf(caseKey), 'findings', receiver],
    queryFn: ({ signal }) => call(readFindings, { params: { caseKey }, query: { receiver }, signal }),
    placeholderData: keepPreviousData,
  });

export const workflowQuery = (caseKey: number, query: QueryOf<typeof readWorkflow>) =>
  queryOptions({
    queryKey: [...caseKeyOf(caseKey), 'workflow', query],
    queryFn: ({ signal }) => call(readWorkflow, { params: { caseKey }, query, signal }),
    placeholderData: keepPreviousData,
  });

export const auditQuery = (caseKey: number, query: QueryOf<typeof readCaseAudit>) =>
  queryOptions({
    queryKey: [...caseKeyOf(caseKey), 'audit', query],
    queryFn: ({ signal }) => call(readCaseAudit, { params: { caseKey }, query, signal }),
    placeholderData: keepPreviousData,
  });

export const verificationQuery = (caseKey: number) =>
  queryOptions({
    queryKey: [...caseKeyOf(caseKey), 'verification'],
    queryFn: ({ signal }) => call(verifyCaseAudit, { params: { caseKey }, signal }),
  });

export const itemAuditQuery = (caseKey: number, pageId: string, address: ItemAddress) =>
  queryOptions({
    queryKey: [...caseKeyOf(caseKey), 'itemAudit', address],
    queryFn: ({ signal }) =>
      call(readItemAudit, { params: { caseKey }, query: { pageId, ...address }, signal }),
    gcTime: 0,
  });
