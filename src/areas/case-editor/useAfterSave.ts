/** What follows a save once nothing is unsaved any more: going on, or the address of a row that was new. */
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { focusedAddress, type KeptEdits, type PageSession } from '../../engine/index.ts';
import { leaveUnasked } from '../../app-context/unsavedChanges.ts';
import type { PagePlace } from './case.queries.ts';
import { itemPath, useCasePlace } from './casePlace.ts';
import { sendAlong } from './kept-edits/useJournaled.ts';

export interface AfterSaveInput {
  session: PageSession;
  dirty: boolean;
  place: PagePlace;
  catalogue: Catalogue;
  sponsorKey: number;
  /** forgets what the journal keeps of this page */
  discardKept: () => void;
}

/** `goOn` is what the save that was asked for last leads to; `onSaved` is told the number of the saved row. */
export function useAfterSave({ session, dirty, place, catalogue, sponsorKey, discardKept }: AfterSaveInput) {
  const { to, toPage } = useCasePlace();
  const navigate = useNavigate();
  const goOn = useRef<(() => void) | null>(null);
  const [savedRow, onSaved] = useState<number | null>(null);
  useEffect(() => {
    const { caseKey, page, rowNo } = place;
    const isNewRow = rowNo === 0;
    if (savedRow === null || (dirty && !isNewRow)) return;
    onSaved(null);
    const go = goOn.current;
    goOn.current = null;
    if (dirty) {
      // what was typed while the new row was saved goes along to the row's own address
      sendAlong(sponsorKey, { ...place, rowNo: savedRow }, inRow(session.keep(), savedRow));
      discardKept();
      leaveUnasked();
    }
    if (go && !dirty) go();
    else if (isNewRow) {
      // the page is drawn anew at its own address; whoever was in a field goes on there
      const at = focusedAddress();
      const path = at && itemPath(catalogue, caseKey, { ...at, rowNo: savedRow });
      // at once: a key pressed in between must not find the page still calling its row new
      queueMicrotask(
        () => void navigate(path ? to(path) : toPage(page, savedRow), { replace: true, flushSync: true }),
      );
    }
  }, [savedRow, dirty, navigate, to, toPage, place, catalogue, sponsorKey, session, discardKept]);
  return { goOn, onSaved };
}

/** Edits of a new row as those of the row it has become. */
const inRow = ({ changes, startedFrom, ...kept }: KeptEdits, rowNo: number): KeptEdits => ({
  ...kept,
  changes: {
    items: changes.items.map((item) => ({ ...item, rowNo })),
    rows: changes.rows.map((row) => ({ ...row, rowNo })),
  },
  startedFrom: startedFrom.map((value) => ({ ...value, rowNo })),
});
