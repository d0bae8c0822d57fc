/** What the dialog that mails a report reads. */
import { queryOptions } from '@tanstack/react-query';
import { readCaseMailForm, type DataOf } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';

export type MailForm = DataOf<typeof readCaseMailForm>;

export const mailFormQuery = (caseKey: number) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'mailForm'],
    queryFn: ({ signal }) => call(readCaseMailForm, { params: { caseKey }, signal }),
    meta: { ownFailure: true },
  });
