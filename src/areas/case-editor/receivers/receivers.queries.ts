/** The receivers of a case: which are proposed and chosen, and choosing them. */
import { queryOptions } from '@tanstack/react-query';
import { listCaseReceivers, type DataOf } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';

export type CaseReceivers = DataOf<typeof listCaseReceivers>;
export type CaseReceiver = CaseReceivers['listInfo'][number];

/** @param appendix of the screen: the sponsor may offer other receivers in each region */
export const caseReceiversQuery = (caseKey: number, appendix: string) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'caseReceivers', appendix],
    queryFn: ({ signal }) => call(listCaseReceivers, { params: { caseKey }, signal }),
  });
