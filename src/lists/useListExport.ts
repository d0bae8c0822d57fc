/** A list made a file: how far it is, and the way to break it off. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readListExport, type Call } from '../../shared/contract/index.ts';
import { call, download } from '../api/index.ts';
import { queryOfPlace } from './list.queries.ts';
import type { ListWorld } from './useList.ts';

export type ExportFormat = 'XLSX' | 'CSV';

const ASK_EVERY_MS = 1000;

interface Run {
  exportKey: string;
  abort: AbortController;
}

const newRun = (): Run => ({ exportKey: crypto.randomUUID(), abort: new AbortController() });

/** `onDone` is told the file's name. What is left unfinished is broken off, also by closing what shows it. */
export function useListExport(list: ListWorld, exportCall: Call, onDone: (name: string) => void) {
  const { asked, place } = list;
  const [run, setRun] = useState<Run | null>(null);
  const making = useMutation({
    meta: { ownFailure: true },
    mutationFn: ({ format, run: { exportKey, abort } }: { format: ExportFormat; run: Run }) =>
      download(exportCall, {
        params: asked.params ?? {},
        query: { ...asked.query, ...queryOfPlace(place), format, exportKey },
        signal: abort.signal,
      }),
    onSuccess: onDone,
  });
  const progress = useQuery({
    queryKey: ['list', asked.menuId, 'export', run?.exportKey],
    queryFn: ({ signal }) =>
      call(readListExport, {
        params: { menuId: asked.menuId, exportKey: run?.exportKey ?? '' },
        signal,
        ignore: 'ALL',
      }),
    enabled: making.isPending && run !== null,
    // not at once: until its first row is read the server knows nothing of it
    initialData: null,
    staleTime: Infinity,
    refetchInterval: ASK_EVERY_MS,
    retry: false,
    gcTime: 0,
    meta: { ownFailure: true },
  });
  useEffect(() => () => run?.abort.abort(), [run]);
  return {
    running: making.isPending,
    /** null: it runs, is done, or was broken off by the user */
    error: run?.abort.signal.aborted ? null : making.error,
    /** null: nothing is known yet */
    progress: progress.data,
    start: (format: ExportFormat) => {
      const next = newRun();
      setRun(next);
      making.mutate({ format, run: next });
    },
    cancel: () => run?.abort.abort(),
  };
}
