/** What the pages of synchronisation read. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  dryRunSync,
  readSyncLog,
  readSyncRun,
  readSyncStudy,
  retrieveSyncItems,
  type BodyOf,
  type DataOf,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import type { RouteContext } from '../../app-context/routeContext.ts';

export type SyncItems = DataOf<typeof retrieveSyncItems>;

/** A study in the context of the address. */
export interface SyncScope extends RouteContext {
  studyKey: number;
}

const keyOf = (
  { sponsorKey, sessionSenderKey, language, appendix, studyKey }: SyncScope,
  ...more: unknown[]
) => ['sync', sponsorKey, sessionSenderKey, language, appendix, studyKey, ...more];

export const studyQuery = (scope: SyncScope) =>
  queryOptions({
    queryKey: keyOf(scope, 'study'),
    queryFn: ({ signal }) => call(readSyncStudy, { params: scope, signal }),
    meta: { ofPage: true, ownFailure: true },
  });

/** The event that the dialog is opened on. */
export interface OpenEvent {
  /** SUBJ_KEY */
  subject: number;
  event: number;
  visit: number;
}

export const itemsQuery = (scope: SyncScope, { subject, event, visit }: OpenEvent) =>
  queryOptions({
    queryKey: keyOf(scope, 'items', subject, event, visit),
    queryFn: ({ signal }) =>
      call(retrieveSyncItems, {
        params: { ...scope, subjectKey: subject },
        query: { aeSeq: event, schdKey: visit },
        signal,
      }),
    // what the dialog shows is as new as the dialog
    gcTime: 0,
    meta: { ownFailure: true },
  });

export const dryRunQuery = (scope: SyncScope, subject: number, body: BodyOf<typeof dryRunSync>) =>
  queryOptions({
    queryKey: keyOf(scope, 'dryRun', subject, body),
    queryFn: ({ signal }) => call(dryRunSync, { params: { ...scope, subjectKey: subject }, body, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { ownFailure: true },
  });

const ASK_EVERY_MS = 1000;

/** Followed until it ends. */
export const runQuery = (scope: SyncScope, runKey: string) =>
  queryOptions({
    queryKey: keyOf(scope, 'run', runKey),
    queryFn: ({ signal }) => call(readSyncRun, { params: { ...scope, runKey }, signal }),
    refetchInterval: ({ state: { data } }) => (data && data.state !== 'committing' ? false : ASK_EVERY_MS),
  });

export const logQuery = (scope: SyncScope, eventKey: number) =>
  queryOptions({
    queryKey: keyOf(scope, 'log', eventKey),
    queryFn: ({ signal }) => call(readSyncLog, { params: { ...scope, eventKey }, signal }),
    gcTime: 0,
    meta: { ownFailure: true },
  });
