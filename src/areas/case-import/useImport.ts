/** The upload machine with the import call as its world. */
import { useMachine } from '@xstate/react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import { makeUploadMachine, type UploadLimits } from '../../../machines/upload/upload.machine.ts';
import { importFile, type DataOf, type ImportProgress } from '../../../shared/contract/index.ts';
import { upload, type Progress } from '../../api/index.ts';

export type ImportAnswer = DataOf<typeof importFile>;
export type ImportedCase = ImportAnswer['cases'][number];

/** The import takes messages of E2B(R3) and E2B(R2), alone or in a ZIP. */
export const IMPORT_LIMITS: UploadLimits = {
  maxBytes: importFile.maxUploadMb * 1024 * 1024,
  endings: ['.xml', '.sgm', '.sgml', '.zip'],
};

const importMachine = makeUploadMachine<File, ImportAnswer>();

/** @param otherPatient what becomes of a report whose patient is not the one of the case with its number */
export function useImport(sponsorKey: number, otherPatient: 'refuse' | 'followUp') {
  const queries = useQueryClient();
  const [processed, setProcessed] = useState<ImportProgress | null>(null);
  const chosen = useRef(otherPatient);
  chosen.current = otherPatient;
  const progressed = useRef<(progress: Progress) => void>(() => {});
  const machine = useMemo(
    () =>
      importMachine.provide({
        actors: {
          sendFile: fromPromise<ImportAnswer, { file: File | null }>(async ({ input: { file }, signal }) => {
            if (!file) throw new Error('no file was chosen');
            setProcessed(null);
            const onProgress = (progress: Progress) => progressed.current(progress);
            const params = { sponsorKey };
            const query = { otherPatient: chosen.current };
            const onProcessed = setProcessed;
            const answer = await upload(importFile, { params, query, file, signal, onProgress, onProcessed });
            await queries.invalidateQueries({ queryKey: ['list'] });
            return answer;
          }),
        },
      }),
    [sponsorKey, queries],
  );
  const [state, send] = useMachine(machine, { input: { limits: IMPORT_LIMITS } });
  progressed.current = ({ loaded, total }) => send({ type: 'upload.progressed', loaded, total });
  return { state, send, processed };
}
