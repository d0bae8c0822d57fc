/** The import of a file of records: its preview, and storing what the preview shows. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecordKind } from '../../../../schemas/compile/catalogue.types.ts';
import { importRecords, type DataOf } from '../../../../shared/contract/index.ts';
import { upload } from '../../../api/index.ts';
import { failureText } from '../../../feedback/showFailure.ts';

export type ImportPreviewData = DataOf<typeof importRecords>;

interface Work {
  file: File | null;
  preview: ImportPreviewData | null;
  problem: string | null;
  isBusy: boolean;
}

const NOTHING: Work = { file: null, preview: null, problem: null, isBusy: false };

export function useRecordImport(kind: RecordKind, sponsorKey: number) {
  const queries = useQueryClient();
  const [work, setWork] = useState(NOTHING);
  const params = { sponsorKey, kind: kind.kind };

  const look = async (file: File): Promise<void> => {
    setWork({ ...NOTHING, file, isBusy: true });
    try {
      setWork({ ...NOTHING, file, preview: await upload(importRecords, { params, file }) });
    } catch (error) {
      setWork({ ...NOTHING, file, problem: failureText(error) });
    }
  };

  /** Answers whether the records were stored. */
  const store = async (reason: string): Promise<boolean> => {
    const { file, preview } = work;
    if (!file || !preview) return false;
    setWork({ ...work, problem: null, isBusy: true });
    try {
      const query = { fingerprint: preview.fingerprint, reason };
      await upload(importRecords, { params, query, file });
      await queries.invalidateQueries({ queryKey: ['list', kind.menuId] });
      return true;
    } catch (error) {
      setWork({ ...work, problem: failureText(error), isBusy: false });
      return false;
    }
  };

  return { ...work, look, store };
}
