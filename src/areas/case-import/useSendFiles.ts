/** Sends files for one import, one after the other, and has the server read them. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { problemOf, type UploadLimits, type UploadProblem } from '../../../machines/upload/upload.machine.ts';
import { readImportFiles, sendImportFile } from '../../../shared/contract/index.ts';
import { call, upload } from '../../api/index.ts';
import { IMPORTS } from './importRuns.queries.ts';

/** The import takes messages of E2B(R3) and E2B(R2), alone or in a ZIP. */
export const IMPORT_LIMITS: UploadLimits = {
  maxBytes: sendImportFile.maxUploadMb * 1024 * 1024,
  endings: ['.xml', '.sgm', '.sgml', '.zip'],
};

/** A file that is not part of the import: what is wrong with it, or why it could not be sent. */
export interface UnsentFile {
  name: string;
  problem: UploadProblem | null;
  error: unknown;
}

export interface Sending {
  name: string;
  /** 1-based */
  index: number;
  total: number;
  /** of the file, 0 to 1 */
  share: number;
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** `onRead`: the server reads the files. */
export function useSendFiles(onRead: (runKey: string) => void) {
  const queries = useQueryClient();
  const [sending, setSending] = useState<Sending | null>(null);
  const [unsent, setUnsent] = useState<readonly UnsentFile[]>([]);
  const stop = useRef(new AbortController());

  /** True: the server has the file. */
  const sendOne = async (runKey: string, file: File, place: Omit<Sending, 'share' | 'name'>) => {
    const { name } = file;
    const problem = problemOf(file, IMPORT_LIMITS);
    const refuse = (why: Omit<UnsentFile, 'name'>) => {
      setUnsent((before) => [...before, { name, ...why }]);
      return false;
    };
    if (problem) return refuse({ problem, error: null });
    const at = (share: number) => setSending({ name, ...place, share });
    at(0);
    try {
      await upload(sendImportFile, {
        params: { runKey },
        file,
        signal: stop.current.signal,
        onProgress: ({ loaded, total }) => at(total > 0 ? loaded / total : 0),
      });
      return true;
    } catch (error) {
      if (isAbort(error)) throw error;
      return refuse({ problem: null, error });
    }
  };

  const work = useMutation({
    mutationFn: async (files: readonly File[]) => {
      stop.current = new AbortController();
      setUnsent([]);
      const runKey = crypto.randomUUID();
      let sent = 0;
      for (const [index, file] of files.entries())
        if (await sendOne(runKey, file, { index: index + 1, total: files.length })) sent += 1;
      if (sent === 0) return;
      await call(readImportFiles, { params: { runKey } });
      onRead(runKey);
    },
    onSettled: async () => {
      setSending(null);
      await queries.invalidateQueries({ queryKey: IMPORTS });
    },
    meta: { ownFailure: true },
  });
  return {
    sending,
    unsent,
    error: isAbort(work.error) ? null : work.error,
    send: (files: readonly File[]) => work.mutate(files),
    cancel: () => stop.current.abort(),
  };
}
