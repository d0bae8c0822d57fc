/**
 * Files of a list. The server makes them by itself (machines/list-export), so one goes on being made when the dialog or the
 * page is left, and is found here again.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  cancelListExport,
  fetchListExport,
  readListExport,
  readListExports,
  startListExport,
  type DataOf,
  type ListExportProgress,
  type ReportPack,
} from '../../shared/contract/index.ts';
import { attemptKeys, call, CallFailure, download } from '../api/index.ts';
import type { Values } from './list.queries.ts';

const OWN_FAILURE = { ownFailure: true };
/** a short list is made before anybody would wait for a second */
const ASK_EVERY_MS = 500;

const isBeingMade = ({ state }: Pick<ListExportProgress, 'state'>): boolean =>
  state === 'requested' || state === 'running';

const withoutGaps = (values: Values): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  );

/** Of one that failed for a reason of its own, as the user reads it. */
const failureOf = (progress: ListExportProgress | undefined): CallFailure | null =>
  progress?.state === 'failed'
    ? new CallFailure({ status: 500, errCode: 'EXPORT_FAILED', errMsg: progress.error ?? '' })
    : null;

/** What the file is made of. */
interface FileToMake {
  /** of the list's call */
  params?: Values;
  query?: Values;
  /** reports of the cases instead of the rows */
  reports?: ReportPack;
}

interface Run {
  exportKey: string;
  abort: AbortController;
}

interface Started {
  file: FileToMake;
  run: Run;
}

/** How much the file is without: rows that left the list while it was made, cases that have no report. */
const missingIn = (file: ListExportProgress | undefined): number =>
  file ? file.totalCount - file.rows + (file.refused ?? 0) : 0;

/** Calls `onFetched` with the name of a file that was downloaded, and the number of rows, or of reports, that it is without. */
export function useListExport(menuId: string, onFetched: (name: string, missing: number) => void) {
  const queries = useQueryClient();
  /** the one that was asked for here */
  const [run, setRun] = useState<Run | null>(null);
  const paramsOf = (exportKey: string) => ({ menuId, exportKey });

  const [keys] = useState(attemptKeys);
  const start = useMutation({
    meta: OWN_FAILURE,
    onSuccess: keys.done,
    mutationFn: ({ file: { params = {}, query = {}, ...file }, run: { exportKey, abort } }: Started) => {
      const body = { exportKey, params: withoutGaps(params), query: withoutGaps(query), ...file };
      return call(startListExport, { params: { menuId }, body, signal: abort.signal });
    },
  });
  const earlierKey = ['list', menuId, 'exports'];
  const { data: made } = useQuery({
    queryKey: earlierKey,
    queryFn: ({ signal }) => call(readListExports, { params: { menuId }, signal, ignore: 'ALL' }),
    gcTime: 0,
    retry: false,
    meta: OWN_FAILURE,
  });
  // one that was begun before the page was left is waited for again
  const left = made?.exports.find(isBeingMade)?.exportKey ?? null;
  const waited = run === null ? left : start.isSuccess ? run.exportKey : null;
  const progress = useQuery({
    queryKey: ['list', menuId, 'export', waited],
    queryFn: ({ signal }) => call(readListExport, { params: paramsOf(waited ?? ''), signal, ignore: 'ALL' }),
    enabled: waited !== null,
    refetchInterval: ({ state: { data } }) => (data && !isBeingMade(data) ? false : ASK_EVERY_MS),
    retry: false,
    gcTime: 0,
    meta: OWN_FAILURE,
  });
  const fileOf = (exportKey: string): ListExportProgress | undefined =>
    exportKey === waited ? progress.data : made?.exports.find((one) => one.exportKey === exportKey);
  const fetching = useMutation({
    meta: OWN_FAILURE,
    mutationFn: (exportKey: string) => download(fetchListExport, { params: paramsOf(exportKey) }),
    onSuccess: (name, exportKey) => onFetched(name, missingIn(fileOf(exportKey))),
  });
  const cancelling = useMutation({
    meta: OWN_FAILURE,
    mutationFn: (exportKey: string) => call(cancelListExport, { params: paramsOf(exportKey) }),
    onSettled: () => queries.invalidateQueries({ queryKey: earlierKey }),
  });

  const known = waited === null ? undefined : progress.data;
  const takeFile = useEffectEvent(() => {
    if (waited !== null) fetching.mutate(waited);
  });
  useEffect(() => {
    if (known?.state === 'done') takeFile();
  }, [known?.state, waited]);

  const isMaking = waited !== null && !progress.error && (!known || isBeingMade(known));
  return {
    running: start.isPending || isMaking || fetching.isPending,
    /** null: it runs, is done, or was cancelled by the user */
    error: start.error ?? fetching.error ?? (waited === null ? null : (progress.error ?? failureOf(known))),
    /** undefined: nothing is known yet */
    progress: known,
    /** those that can still be fetched, the latest first */
    earlier: (made?.exports ?? []).filter(({ state }) => state === 'done'),
    fetch: fetching.mutate,
    start: (file: FileToMake) => {
      const next: Run = { exportKey: keys.keyOf(file), abort: new AbortController() };
      setRun(next);
      fetching.reset();
      start.mutate({ file, run: next });
    },
    cancel: () => {
      const exportKey = run?.exportKey ?? left;
      run?.abort.abort();
      keys.done();
      // also where the answer to the start was not waited for: the server may have begun
      if (exportKey !== null) cancelling.mutate(exportKey);
      setRun(null);
      start.reset();
      queries.setQueryData<DataOf<typeof readListExports>>(
        earlierKey,
        (old) => old && { exports: old.exports.filter((one) => one.exportKey !== exportKey) },
      );
    },
  };
}

export type ListExport = ReturnType<typeof useListExport>;
