import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { usePathTo, useRouteContext } from '../../../app-context/routeContext.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { showInfo } from '../../../components/index.ts';
import { itemPath, pagePath } from '../caseRoute.ts';
import type { CaseEdits } from './caseEdits.ts';

/** Undo goes on at the page edited before, once the open one has nothing left to undo: that page opens. */
export function useUndoElsewhere(edits: CaseEdits, key: string): () => void {
  const { t } = useTranslation('editor');
  const to = usePathTo();
  const { language } = useRouteContext();
  const navigate = useNavigate();
  return useCallback(() => {
    const undone = edits.undoElsewhere(key);
    if (!undone) return;
    const { pageAddress, catalogue } = undone.page;
    const { caseKey, page, rowNo } = pageAddress;
    const pageLabel = catalogue.pages[page]?.label;
    const path = undone.touched && itemPath(catalogue, caseKey, undone.touched, rowNo);
    showInfo(t('save.undoneOn', { page: pageLabel ? wordsIn(pageLabel, language) : page }));
    void navigate(to(path ?? pagePath(caseKey, page, rowNo)));
  }, [edits, key, t, to, navigate, language]);
}
