/** What the coding cockpit reads and saves. */
import { queryOptions } from '@tanstack/react-query';
import { readCodingGroup, readCodingQueue, type CodingGroup } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';

export const queueKey = (scope: string, dictionary: string | null) => ['coding', 'queue', scope, dictionary];

/** As it was when the coder began: what is coded leaves it at once, and the rest keeps its order. */
export const queueQuery = (scope: string, dictionary: string | null) =>
  queryOptions({
    queryKey: queueKey(scope, dictionary),
    queryFn: ({ signal }) =>
      call(readCodingQueue, { query: dictionary === null ? {} : { dictionary }, signal }),
    refetchOnWindowFocus: false,
    meta: { ownFailure: true },
  });

export const groupQuery = (
  scope: string,
  { dictionary, textKey }: Pick<CodingGroup, 'dictionary' | 'textKey'>,
) =>
  queryOptions({
    queryKey: ['coding', 'queue', scope, 'group', dictionary, textKey],
    queryFn: ({ signal }) => call(readCodingGroup, { params: { dictionary }, query: { textKey }, signal }),
    refetchOnWindowFocus: false,
    meta: { ownFailure: true },
  });
