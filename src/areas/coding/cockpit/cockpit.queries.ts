/** What the coding cockpit reads and saves. */
import { queryOptions } from '@tanstack/react-query';
import {
  listDifferences,
  readCodingGroup,
  readCodingQueue,
  readDifference,
  type CodingGroup,
  type CodingStep,
} from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';

/** A queue of a user's scope; `dictionary`: its terms alone. */
export interface Queue {
  scope: string;
  step: CodingStep;
  dictionary: string | null;
}

export const queueKey = ({ scope, step, dictionary }: Queue) => ['coding', 'queue', scope, step, dictionary];

/** A part of the queue, from the group with this index on. */
export const readPart = ({ step, dictionary }: Queue, offset: number, signal?: AbortSignal) =>
  call(readCodingQueue, {
    query: { step, offset, ...(dictionary !== null && { dictionary }) },
    ...(signal && { signal }),
  });

/** As it was when the coder began: what is coded leaves it at once, and the rest keeps its order. */
export const queueQuery = (queue: Queue) =>
  queryOptions({
    queryKey: queueKey(queue),
    queryFn: ({ signal }) => readPart(queue, 0, signal),
    refetchOnWindowFocus: false,
    meta: { ownFailure: true },
  });

export const groupQuery = (
  { scope, step }: Pick<Queue, 'scope' | 'step'>,
  { dictionary, textKey }: Pick<CodingGroup, 'dictionary' | 'textKey'>,
) =>
  queryOptions({
    queryKey: ['coding', 'queue', scope, step, 'group', dictionary, textKey],
    queryFn: ({ signal }) =>
      call(readCodingGroup, { params: { dictionary }, query: { textKey, step }, signal }),
    refetchOnWindowFocus: false,
    meta: { ownFailure: true },
  });

export const differencesQuery = (scope: string) =>
  queryOptions({
    queryKey: ['coding', 'differences', scope],
    queryFn: ({ signal }) => call(listDifferences, { signal }),
    refetchOnWindowFocus: false,
    meta: { ownFailure: true },
  });

/** Apart from their list: a decided one is no longer there to be read again. */
export const differenceQuery = (scope: string, secondKey: number) =>
  queryOptions({
    queryKey: ['coding', 'difference', scope, secondKey],
    queryFn: ({ signal }) => call(readDifference, { params: { secondKey }, signal }),
    refetchOnWindowFocus: false,
    meta: { ownFailure: true },
  });
