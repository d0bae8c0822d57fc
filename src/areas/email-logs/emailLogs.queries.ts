/** What the dialog of a mail reads. */
import { queryOptions } from '@tanstack/react-query';
import { readEmailLog } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';

/** `scope`: the access depends on the user's sponsor and sender. */
export const emailLogQuery = (scope: string, emailKey: number) =>
  queryOptions({
    queryKey: ['emailLogs', scope, emailKey],
    queryFn: ({ signal }) => call(readEmailLog, { params: { emailKey }, signal }),
    meta: { ownFailure: true },
  });
