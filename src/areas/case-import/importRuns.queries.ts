/** What the import page reads. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  fetchPrintedForm,
  listImportMessages,
  listImportRuns,
  readImportMessage,
  readImportRun,
  readPrintedForm,
  type ImportRun,
  type QueryOf,
} from '../../../shared/contract/index.ts';
import { call, fetchFile } from '../../api/index.ts';

export const IMPORTS = ['imports'];
const POLL_MS = 1000;

export type MessageFilter = QueryOf<typeof listImportMessages>;

/** The server works on it. */
export const isAtWork = ({ state }: Pick<ImportRun, 'state'>): boolean =>
  state === 'reading' || state === 'importing';

/** Of its files. */
export const namesOf = ({ files }: Pick<ImportRun, 'files'>): string =>
  files.map(({ fileName }) => fileName).join(', ');

/** `scope`: what may be seen depends on sponsor and language. */
export const openRunsQuery = (scope: string) =>
  queryOptions({
    queryKey: [...IMPORTS, scope, 'open'],
    queryFn: async ({ signal }) => (await call(listImportRuns, { signal })).runs,
    refetchInterval: ({ state }) => (state.data?.some(isAtWork) ? POLL_MS : false),
    meta: { ownFailure: true },
  });

export const runQuery = (scope: string, runKey: string) =>
  queryOptions({
    queryKey: [...IMPORTS, scope, runKey],
    queryFn: ({ signal }) => call(readImportRun, { params: { runKey }, signal }),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? POLL_MS : false),
    meta: { ownFailure: true },
  });

/** Messages get their outcomes while the run goes from one state to the next. */
export const messagesQuery = (
  scope: string,
  { runKey, state }: Pick<ImportRun, 'runKey' | 'state'>,
  filter: MessageFilter,
) =>
  queryOptions({
    queryKey: [...IMPORTS, scope, runKey, 'messages', state, filter],
    queryFn: ({ signal }) => call(listImportMessages, { params: { runKey }, query: filter, signal }),
    placeholderData: keepPreviousData,
    meta: { ownFailure: true },
  });

export const messageQuery = (scope: string, runKey: string, seq: number) =>
  queryOptions({
    queryKey: [...IMPORTS, scope, runKey, 'message', seq],
    queryFn: ({ signal }) => call(readImportMessage, { params: { runKey, seq }, signal }),
    meta: { ownFailure: true },
  });

/** Checked by one user: it does not change under their hands. */
export const printedFormQuery = (scope: string, runKey: string, seq: number) =>
  queryOptions({
    queryKey: [...IMPORTS, scope, runKey, 'form', seq],
    queryFn: ({ signal }) => call(readPrintedForm, { params: { runKey, seq }, signal }),
    meta: { ownFailure: true },
  });

export const formFileQuery = (scope: string, runKey: string, seq: number) =>
  queryOptions({
    queryKey: ['importedForm', scope, runKey, seq],
    queryFn: ({ signal }) => fetchFile(fetchPrintedForm, { params: { runKey, seq }, signal }),
    staleTime: Infinity,
    meta: { ownFailure: true },
  });
