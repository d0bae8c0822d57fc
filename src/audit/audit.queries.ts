/** Audit trails of one item, and of the workflow of a case. */
import { queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import {
  readItemAudit,
  readWorkflowAudit,
  type AuditEntry as AuditEntrySchema,
} from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';
import { caseQueryKey } from '../api/caseQueryKey.ts';

export type AuditEntry = Static<typeof AuditEntrySchema>;

export const workflowAuditQuery = (caseKey: number) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'workflowAudit'],
    queryFn: ({ signal }) => call(readWorkflowAudit, { params: { caseKey }, signal }),
  });

export const itemAuditQuery = (caseKey: number, pageId: string, address: ItemAddress) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'itemAudit', address],
    queryFn: ({ signal }) =>
      call(readItemAudit, { params: { caseKey }, query: { pageId, ...address }, signal }),
    gcTime: 0,
  });
