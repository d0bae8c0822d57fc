/** What the page of warnings reads beside its list. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { countWarnings } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import type { WarningScope } from './warningScope.ts';

/** As long as there are cases whose warnings are not derived yet, it is asked again. */
const ASK_AGAIN_MS = 2000;

/** `scope`: sponsor, sender and language decide what is counted, and in which words. */
export const countsQuery = (scope: string, { receiver, caseKey }: WarningScope) =>
  queryOptions({
    queryKey: ['warnings', 'counts', scope, receiver, caseKey],
    queryFn: ({ signal }) => call(countWarnings, { query: { receiver, caseKey }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && data.pending > 0 ? ASK_AGAIN_MS : false),
    meta: { ofCatalogue: true },
  });
