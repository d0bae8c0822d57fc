/** What the pages of submissions read. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  listUnmatchedAnswers,
  readFrozenMessage,
  readSubmission,
  readSubmissionCheck,
  readSubmissionComments,
  readSubmissionOptions,
  type DataOf,
} from '../../../shared/contract/index.ts';
import { awaitsAnswer } from '../../../shared/submission/batchStates.ts';
import { call } from '../../api/index.ts';

export type Batch = DataOf<typeof readSubmission>;
export type BatchMessage = Batch['messages'][number];
export type FrozenMessage = DataOf<typeof readFrozenMessage>;
export type CheckFinding = DataOf<typeof readSubmissionCheck>['findings'][number];
export type SubmissionOptions = DataOf<typeof readSubmissionOptions>;
export type UnmatchedAnswer = DataOf<typeof listUnmatchedAnswers>['listInfo'][number];

/** All of it is read again after a change. */
export const SUBMISSIONS = ['submissions'];

const POLL_MS = 1_000;
/** The answer of a receiver may take days. */
const WAITING_POLL_MS = 5_000;
/** States that end by themselves within seconds. */
const BUSY = ['checking', 'sending'];

const pollOf = (batch: Batch | undefined): number | false => {
  if (!batch || batch.awaitsPerson) return false;
  if (BUSY.includes(batch.state)) return POLL_MS;
  return awaitsAnswer(batch.state) ? WAITING_POLL_MS : false;
};

/** `scope`: the access depends on the user's sponsor and sender, labels on the language. */
export const batchQuery = (scope: string, batchKey: number) =>
  queryOptions({
    queryKey: [...SUBMISSIONS, scope, batchKey],
    queryFn: ({ signal }) => call(readSubmission, { params: { batchKey }, signal }),
    refetchInterval: ({ state }) => pollOf(state.data),
    meta: { ofPage: true, ownFailure: true },
  });

/** By the frozen file: another check may freeze another one. */
export const messageQuery = (scope: string, { batchKey, fileKey }: Batch, seq: number) =>
  queryOptions({
    queryKey: [...SUBMISSIONS, scope, batchKey, 'message', fileKey, seq],
    queryFn: ({ signal }) => call(readFrozenMessage, { params: { batchKey, seq }, signal }),
    staleTime: Infinity,
    meta: { ownFailure: true },
  });

/** `events`: of the batch; each check adds one. */
export const checkQuery = (scope: string, batchKey: number, events: number) =>
  queryOptions({
    queryKey: [...SUBMISSIONS, scope, batchKey, 'check', events],
    queryFn: ({ signal }) => call(readSubmissionCheck, { params: { batchKey }, signal }),
    placeholderData: keepPreviousData,
  });

export const optionsQuery = (scope: string) =>
  queryOptions({
    queryKey: [...SUBMISSIONS, scope, 'options'],
    queryFn: ({ signal }) => call(readSubmissionOptions, { signal }),
    meta: { ownFailure: true },
  });

export const commentsQuery = (scope: string, batchKey: number) =>
  queryOptions({
    queryKey: [...SUBMISSIONS, scope, batchKey, 'comments'],
    queryFn: ({ signal }) => call(readSubmissionComments, { params: { batchKey }, signal }),
    meta: { ownFailure: true },
  });

export const unmatchedQuery = (scope: string) =>
  queryOptions({
    queryKey: [...SUBMISSIONS, scope, 'unmatched'],
    queryFn: ({ signal }) => call(listUnmatchedAnswers, { signal }),
    refetchInterval: WAITING_POLL_MS,
  });
