/** The upload machine with the files of an import as its world. */
import { useMachine } from '@xstate/react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { fromPromise } from 'xstate';
import { newUuid } from '../../browser/newUuid.ts';
import { makeUploadMachine, type UploadLimits } from '../../../machines/upload/upload.machine.ts';
import { commandImport, readImportFiles, sendImportFile } from '../../../shared/contract/index.ts';
import { call, upload } from '../../api/index.ts';
import { showFailure } from '../../feedback/showFailure.ts';
import { IMPORTS } from './importRuns.queries.ts';

/** The import takes messages of E2B(R3) and E2B(R2), and spreadsheets, alone or in a ZIP, and PDFs of printed forms. */
export const IMPORT_LIMITS: UploadLimits = {
  maxBytes: sendImportFile.maxUploadMb * 1024 * 1024,
  endings: ['.xml', '.sgm', '.sgml', '.zip', '.xlsx', '.pdf'],
};

const sendMachine = makeUploadMachine<File>();

/** `onRead`: the server reads the files. */
export function useSendFiles(onRead: (runKey: string) => void) {
  const queries = useQueryClient();
  const read = useRef(onRead);
  read.current = onRead;
  const progressed = useRef<(loaded: number, total: number) => void>(() => {});
  const machine = useMemo(() => {
    const refresh = () => queries.invalidateQueries({ queryKey: IMPORTS });
    return sendMachine.provide({
      actors: {
        sendFile: fromPromise<null, { key: string; file: File | undefined }>(
          async ({ input: { key, file }, signal }) => {
            if (!file) throw new Error('no file was chosen');
            await upload(sendImportFile, {
              params: { runKey: key },
              file,
              signal,
              onProgress: ({ loaded, total }) => progressed.current(loaded, total),
            });
            return null;
          },
        ),
        finish: fromPromise<null, { key: string }>(async ({ input: { key } }) => {
          await call(readImportFiles, { params: { runKey: key } });
          await refresh();
          read.current(key);
          return null;
        }),
      },
      actions: {
        abandon: (_, { key, sent }) => {
          // of the first file that is sent, the server knows nothing yet
          if (sent > 0)
            call(commandImport, { params: { runKey: key, command: 'cancel' } })
              .then(refresh)
              .catch((error: unknown) => showFailure(error));
        },
      },
    });
  }, [queries]);
  const [state, send] = useMachine(machine, { input: { limits: IMPORT_LIMITS } });
  progressed.current = (loaded, total) => send({ type: 'upload.progressed', loaded, total });
  return {
    state,
    choose: (files: readonly File[]) => send({ type: 'files.chosen', key: newUuid(), files }),
    cancel: () => send({ type: 'upload.cancelled' }),
  };
}
