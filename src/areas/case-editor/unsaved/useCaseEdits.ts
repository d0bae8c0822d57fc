/** The unsaved edits of the open case: they outlive the pages if the sponsor set it, and are asked about on leaving the case. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { usePathTo } from '../../../app-context/routeContext.ts';
import { useUnsavedChanges } from '../../../app-context/unsavedChanges.ts';
import { headerQuery } from '../case.queries.ts';
import { createCaseEdits, type CaseEdits, type EditedPage } from './caseEdits.ts';

/** Pages of the case with unsaved edits. */
export const useDirtyPages = (edits: CaseEdits): readonly EditedPage[] =>
  useSyncExternalStore(edits.subscribeDirty, edits.dirty);

export interface CaseEditing {
  edits: CaseEdits;
  /** a page that is left keeps its edits */
  keeps: boolean;
  /** Drops all unsaved edits. */
  discardAll: () => void;
}

/** `onDiscard`: the open page is to be opened again, without its edits. */
export function useCaseEdits(caseKey: number, onDiscard: () => void): CaseEditing {
  const to = usePathTo();
  const edits = useMemo(() => createCaseEdits(caseKey), [caseKey]);
  const { data: header } = useQuery(headerQuery(caseKey));
  const keeps = header?.leavePage === 'keep';
  useEffect(() => edits.setKeeps(keeps), [edits, keeps]);
  useEffect(() => () => edits.dispose(), [edits]);
  const pages = useDirtyPages(edits);
  const discardAll = useMemo(
    () => () => {
      for (const { key } of edits.dirty()) edits.forget(key);
      onDiscard();
    },
    [edits, onDiscard],
  );
  const within = to(`case/${caseKey}/detail`);
  useUnsavedChanges(keeps && pages.length > 0, discardAll, within);
  return { edits, keeps, discardAll };
}
