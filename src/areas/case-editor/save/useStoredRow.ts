import { useCallback } from 'react';
import { usePathTo, useRouteContext } from '../../../app-context/routeContext.ts';
import { pagePath } from '../caseRoute.ts';
import type { PageAddress } from '../page.queries.ts';
import { journalKey } from '../restore-edits/journalKey.ts';
import type { StoredRow } from '../unsaved/caseEdits.ts';

/** The page of a row that a new row at an address was stored as. */
export function useStoredRow(): (pageAddress: PageAddress, rowNo: number) => StoredRow {
  const { sponsorKey } = useRouteContext();
  const to = usePathTo();
  return useCallback(
    (pageAddress, rowNo) => ({
      key: journalKey(sponsorKey, { ...pageAddress, rowNo }),
      path: to(pagePath(pageAddress.caseKey, pageAddress.page, rowNo)),
      rowNo,
    }),
    [sponsorKey, to],
  );
}
