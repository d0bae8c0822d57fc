/** A page of a case as it is stored. */
import type { QueryClient } from '@tanstack/react-query';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import type { PageSession } from '../../../engine/index.ts';
import type { StoredPage } from '../../../page-editor/save/saveWorld.ts';
import { contentQuery, saveContent, type PageAddress } from '../page.queries.ts';
import { versionsQuery } from '../status/versions.queries.ts';

interface StoredCasePageInput {
  pageAddress: PageAddress;
  appendix: string;
  session: PageSession;
  catalogue: Catalogue;
  queries: QueryClient;
}

export function storedCasePage(input: StoredCasePageInput): StoredPage {
  const { pageAddress, appendix, session, catalogue, queries } = input;
  const { caseKey } = pageAddress;
  return {
    isNew: pageAddress.rowNo === 0,
    save: (request) => saveContent(pageAddress, request),
    invalidate: () => queries.invalidateQueries({ queryKey: caseQueryKey(caseKey), refetchType: 'active' }),
    readAgain: () => queries.fetchQuery({ ...contentQuery(pageAddress, appendix), staleTime: 0 }),
    // specification section 4: another number makes of a version a case of its own
    mayDisconnect: () => {
      const itemId = catalogue.roles['caseNumber'];
      if (itemId === undefined || session.original(addressAt(itemId, [])).value === null) return false;
      return session.changes().items.some((item) => item.itemId === itemId);
    },
    findOtherVersions: async () => {
      const { listInfo } = await queries.fetchQuery({ ...versionsQuery(caseKey), staleTime: 0 });
      return listInfo.filter((version) => version.caseKey !== caseKey);
    },
  };
}
