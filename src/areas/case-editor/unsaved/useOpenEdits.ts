/** The open page among the edits of its case. */
import { useEffect } from 'react';
import type { CaseEdits, EditedPage } from './caseEdits.ts';

/** The page is open while the component is mounted. Content that is read again is no reason to leave it: its recorder would end. */
export function useOpenEdits(
  edits: CaseEdits,
  { key, pageAddress, content, session, catalogue }: EditedPage,
): void {
  useEffect(
    () => edits.open({ key, pageAddress, content, session, catalogue }),
    [edits, key, pageAddress, content, session, catalogue],
  );
  useEffect(() => () => edits.leave(key), [edits, key, session]);
}
