/** Why a cell cannot be read, in words: those of pasted cells, and of files. */
import { useTranslation } from 'react-i18next';
import type { TableProblem } from '../../../../shared/records/tables/readRecords.ts';
import type { ImportPreviewData } from './useRecordImport.ts';

export function useProblemText() {
  const { t } = useTranslation(['caseInfo', 'paste', 'engine']);
  return (found: ImportPreviewData['findings'][number]['problem']): string => {
    if (!found) return '';
    const problem = found as TableProblem;
    switch (problem.kind) {
      case 'date':
        return t(`engine:date.${problem.why}`);
      case 'tooLong':
        return t('paste:why.tooLong', { max: problem.max });
      case 'formula':
      case 'unknownColumn':
      case 'keyMalformed':
      case 'noName':
        return t(`caseInfo:import.problems.${problem.kind}`);
      default:
        return t(`paste:why.${problem.kind}`);
    }
  };
}
