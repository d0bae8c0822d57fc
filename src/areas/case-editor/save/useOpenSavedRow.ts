/** Opens a saved new row at its own address, with the edits made during the save. */
import { useNavigate } from 'react-router-dom';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { leaveWithoutAsking } from '../../../app-context/unsavedChanges.ts';
import { focusedAddress, type EditsSnapshot, type PageSession } from '../../../engine/index.ts';
import { itemPath, useCaseRoute } from '../caseRoute.ts';
import { handOverEdits } from '../../../page-editor/restore-edits/handOver.ts';
import { journalKey } from '../restore-edits/journalKey.ts';
import type { PageAddress } from '../page.queries.ts';

export interface SavedRowInput {
  session: PageSession;
  pageAddress: PageAddress;
  catalogue: Catalogue;
  sponsorKey: number;
  /** deletes the page's edits from the journal */
  discardJournal: () => void;
  /** the edits of other pages stay while this one is left */
  keeps: boolean;
}

/** Opens the row by the number it was stored with. */
export function useOpenSavedRow({
  session,
  pageAddress,
  catalogue,
  sponsorKey,
  discardJournal,
  keeps,
}: SavedRowInput) {
  const { to, toPage } = useCaseRoute();
  const navigate = useNavigate();
  return (rowNo: number): void => {
    const { caseKey, page } = pageAddress;
    if (session.isDirty()) {
      handOverEdits(journalKey(sponsorKey, { ...pageAddress, rowNo }), inRow(session.snapshotEdits(), rowNo));
      discardJournal();
    }
    if (!keeps) leaveWithoutAsking();
    // the page is mounted again at the row's address; the field that has the focus has it there, too
    const focused = focusedAddress();
    const path = focused && itemPath(catalogue, caseKey, { ...focused, rowNo });
    // at once: a key pressed in between must not find the page still at the address of a new row
    queueMicrotask(
      () => void navigate(path ? to(path) : toPage(page, rowNo), { replace: true, flushSync: true }),
    );
  };
}

/** Edits of a new row as those of the row it has become. */
const inRow = ({ changes, startedFrom, ...rest }: EditsSnapshot, rowNo: number): EditsSnapshot => ({
  ...rest,
  changes: {
    items: changes.items.map((item) => ({ ...item, rowNo })),
    rows: changes.rows.map((row) => ({ ...row, rowNo })),
  },
  startedFrom: startedFrom.map((value) => ({ ...value, rowNo })),
});
