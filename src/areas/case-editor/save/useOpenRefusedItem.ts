import { useNavigate } from 'react-router-dom';
import type { Finding } from '../../../engine/index.ts';
import { itemPath, useCaseRoute } from '../caseRoute.ts';
import type { CaseEdits } from '../unsaved/caseEdits.ts';

/** Opens the page of an item that a save of several pages was refused for, if it is on another page. */
export function useOpenRefusedItem(edits: CaseEdits): (refused: readonly Finding[]) => void {
  const { page, to } = useCaseRoute();
  const navigate = useNavigate();
  return ([first]) => {
    const session = first && edits.sessionAt(first);
    const found = edits.dirty().find((one) => one.session === session);
    if (!first || !found || found.pageAddress.page === page) return;
    const { rowNo } = found.pageAddress;
    const path = itemPath(found.catalogue, edits.caseKey, first, rowNo ?? undefined);
    if (path) void navigate(to(path));
  };
}
