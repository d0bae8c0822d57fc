/** What the pages of data read. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  compareCaseSeries,
  listCaseSeries,
  listRecentExports,
  previewAeExport,
  previewExport,
  readDatasets,
  readExport,
  readFileInfo,
  readHistoryEntry,
  readImport,
  readSearchLibrary,
  type DataExport,
  type DataOf,
  type DataQuery,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import type { Paging } from '../../components/index.ts';

export type Preview = DataOf<typeof previewExport>;
export type PreviewView = 'case' | 'ae';

export const DATA = ['data'];
const POLL_MS = 1000;
const IMPORTING_MS = 3000;
/** until a question that is still being counted is asked again */
const COUNT_ON_MS = 100;

export const isBeingMade = ({ state }: Pick<DataExport, 'state'>): boolean =>
  state === 'requested' || state === 'running';

/**
 * `scope`: what may be seen depends on sponsor and sender, words on the language. A question that takes long is counted on by
 * one call after another, while the first rows that were found stay.
 */
export const previewQuery = (scope: string, query: DataQuery, view: PreviewView) =>
  queryOptions({
    queryKey: [...DATA, scope, 'preview', view, query],
    queryFn: async ({ client, queryKey, signal }) => {
      const before = client.getQueryData<Preview>(queryKey);
      const on = before && before.below !== null ? { below: before.below, counted: before.count } : {};
      const preview = await call(view === 'ae' ? previewAeExport : previewExport, {
        body: query,
        query: on,
        signal,
      });
      return before && 'below' in on && before.rows.length > 0
        ? { ...preview, columns: before.columns, rows: before.rows, warnings: before.warnings }
        : preview;
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && state.data.below !== null ? COUNT_ON_MS : false),
    meta: { ownFailure: true },
  });

export const exportsQuery = (scope: string) =>
  queryOptions({
    queryKey: [...DATA, scope, 'exports'],
    queryFn: async ({ signal }) => (await call(listRecentExports, { signal })).exports,
    refetchInterval: ({ state }) => (state.data?.some(isBeingMade) ? POLL_MS : false),
    meta: { ownFailure: true },
  });

export const exportQuery = (scope: string, dataKey: number) =>
  queryOptions({
    queryKey: [...DATA, scope, 'export', dataKey],
    queryFn: ({ signal }) => call(readExport, { params: { dataKey }, signal }),
    refetchInterval: ({ state }) => (state.data && isBeingMade(state.data) ? POLL_MS : false),
    meta: { ownFailure: true },
  });

export const datasetsQuery = (scope: string) =>
  queryOptions({
    queryKey: [...DATA, scope, 'datasets'],
    queryFn: async ({ signal }) => (await call(readDatasets, { signal })).datasets,
    meta: { ofCatalogue: true },
  });

export const entryQuery = (scope: string, libraryKey: number) =>
  queryOptions({
    queryKey: [...DATA, scope, 'library', libraryKey],
    queryFn: ({ signal }) => call(readSearchLibrary, { params: { libraryKey }, signal }),
    meta: { ownFailure: true },
  });

export const seriesQuery = (scope: string, libraryKey: number) =>
  queryOptions({
    queryKey: [...DATA, scope, 'library', libraryKey, 'series'],
    queryFn: async ({ signal }) => (await call(listCaseSeries, { params: { libraryKey }, signal })).series,
  });

export const comparisonQuery = (scope: string, libraryKey: number, seriesKey: number) =>
  queryOptions({
    queryKey: [...DATA, scope, 'library', libraryKey, 'series', seriesKey],
    queryFn: ({ signal }) => call(compareCaseSeries, { params: { libraryKey, seriesKey }, signal }),
    meta: { ownFailure: true },
  });

/** Nobody has to do anything about it, and it has not arrived. */
const isOnItsWay = ({ sending }: DataOf<typeof readImport>['batches'][number]): boolean =>
  sending !== null && !['sent', 'failed', 'awaitingPerson'].includes(sending.state);

export const importQuery = (scope: string, sponsorKey: number, dataKey: number, page: Paging) =>
  queryOptions({
    queryKey: [...DATA, scope, 'import', dataKey, page],
    queryFn: ({ signal }) => call(readImport, { params: { sponsorKey, dataKey }, query: page, signal }),
    placeholderData: keepPreviousData,
    // messages get their outcomes one by one, and acknowledgements go their way
    refetchInterval: ({ state }) =>
      state.data?.isOver === false || state.data?.batches.some(isOnItsWay) ? IMPORTING_MS : false,
    retry: false,
    meta: { ownFailure: true },
  });

export const entryOfHistoryQuery = (scope: string, dataKey: number) =>
  queryOptions({
    queryKey: [...DATA, scope, 'entry', dataKey],
    queryFn: ({ signal }) => call(readHistoryEntry, { params: { dataKey }, signal }),
    retry: false,
    meta: { ofPage: true, ownFailure: true },
  });

export const fileInfoQuery = (scope: string, dataKey: number) =>
  queryOptions({
    queryKey: [...DATA, scope, 'file', dataKey],
    queryFn: ({ signal }) => call(readFileInfo, { params: { dataKey }, signal }),
    retry: false,
    meta: { ownFailure: true },
  });
