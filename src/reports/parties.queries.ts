/** Who sends and receives messages. */
import { queryOptions } from '@tanstack/react-query';
import { listSenderCodes, readReportReceivers } from '../../shared/contract/index.ts';
import { caseQueryKey } from '../api/caseQueryKey.ts';
import { call } from '../api/index.ts';

export const senderCodesQuery = queryOptions({
  queryKey: ['senderCodes'],
  queryFn: ({ signal }) => call(listSenderCodes, { signal }),
  meta: { ownFailure: true },
});

/** Of the sponsor, for reports of several cases. */
export const reportReceiversQuery = (sponsorKey: string) =>
  queryOptions({
    queryKey: ['reportReceivers', sponsorKey],
    queryFn: ({ signal }) => call(readReportReceivers, { query: {}, signal }),
    meta: { ownFailure: true },
  });

/** The same for one case, with what each gets masked. */
export const caseReportReceiversQuery = (caseKey: number) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'reportReceivers'],
    queryFn: ({ signal }) => call(readReportReceivers, { query: { caseKey }, signal }),
    meta: { ownFailure: true },
  });
