/** Opens a saved new row at its own address, with the edits made during the save. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { leaveWithoutAsking } from '../../../app-context/unsavedChanges.ts';
import { focusedAddress, type PageSession } from '../../../engine/index.ts';
import { openStored } from '../../../page-editor/save/openStored.ts';
import { itemPath, useCaseRoute } from '../caseRoute.ts';
import { contentQuery, type PageAddress } from '../page.queries.ts';
import type { CaseEdits } from '../unsaved/caseEdits.ts';
import { useStoredRow } from './useStoredRow.ts';

export interface SavedRowInput {
  edits: CaseEdits;
  /** of the page among them */
  key: string;
  session: PageSession;
  pageAddress: PageAddress;
  catalogue: Catalogue;
  /** the edits of other pages stay while this one is left */
  keeps: boolean;
}

/** Opens the row by the number it was stored with. */
export function useOpenSavedRow({ edits, key, session, pageAddress, catalogue, keeps }: SavedRowInput) {
  const { to, toPage } = useCaseRoute();
  const { appendix } = useRouteContext();
  const queries = useQueryClient();
  const storedRow = useStoredRow();
  const navigate = useNavigate();
  return (rowNo: number): void => {
    const { caseKey, page } = pageAddress;
    edits.storedAs({ key, session }, storedRow(pageAddress, rowNo));
    void openStored({
      read: () => queries.fetchQuery(contentQuery({ ...pageAddress, rowNo }, appendix)),
      isOpen: () => edits.find(key)?.session === session,
      open() {
        edits.leave(key);
        if (!keeps) leaveWithoutAsking();
        // the page is mounted again at the row's address; the field that has the focus has it there, too
        const focused = focusedAddress();
        const path = focused && itemPath(catalogue, caseKey, { ...focused, rowNo });
        // at once: a key pressed in between must not find the page still at the address of a new row
        return navigate(path ? to(path) : toPage(page, rowNo), { replace: true, flushSync: true });
      },
    });
  };
}
