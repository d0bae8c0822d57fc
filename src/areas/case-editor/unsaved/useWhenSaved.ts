/** Actions on the whole case wait until nothing of it is unsaved. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { showInfo } from '../../../components/index.ts';
import type { CaseEdits } from './caseEdits.ts';

export type WhenSaved = (act: () => void) => void;

/** Does something with the case, or tells the user what to save first. `stops`: of the open page, where one can be edited. */
export function useWhenSaved(edits: CaseEdits, stops: (() => boolean) | undefined): WhenSaved {
  const { t } = useTranslation('editor');
  return useCallback(
    (act) => {
      if (stops?.()) return;
      if (edits.dirty().length > 0) showInfo(t('saveFirst'));
      else act();
    },
    [edits, stops, t],
  );
}
