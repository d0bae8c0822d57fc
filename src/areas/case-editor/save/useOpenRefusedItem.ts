import { useNavigate } from 'react-router-dom';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { showError } from '../../../components/index.ts';
import type { Finding, PageSession } from '../../../engine/index.ts';
import { itemPath, useCaseRoute } from '../caseRoute.ts';
import type { CaseEdits } from '../unsaved/caseEdits.ts';

/**
 * Opens the page of an item that a save of several pages was refused for, if it is another page or row than the open one,
 * and says why it was refused.
 */
export function useOpenRefusedItem(
  edits: CaseEdits,
  open: PageSession | null,
): (refused: readonly Finding[]) => void {
  const { language } = useRouteContext();
  const { to } = useCaseRoute();
  const navigate = useNavigate();
  return ([first]) => {
    const session = first && edits.sessionAt(first);
    const found = edits.dirty().find((one) => one.session === session);
    if (!first || !found || session === open) return;
    showError(first.message[language]);
    const { rowNo } = found.pageAddress;
    const path = itemPath(found.catalogue, edits.caseKey, first, rowNo ?? undefined);
    if (path) void navigate(to(path));
  };
}
