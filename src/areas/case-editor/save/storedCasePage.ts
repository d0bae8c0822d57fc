/** A page of a case as it is stored. */
import type { QueryClient } from '@tanstack/react-query';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import type { PageSession } from '../../../engine/index.ts';
import type { StoredPage } from '../../../page-editor/save/saveWorld.ts';
import { contentQuery, markContentsOutdated, saveContent, type PageAddress } from '../page.queries.ts';
import { findOtherVersions, mayDisconnect } from './disconnection.ts';

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
    async save(request) {
      const stored = await saveContent(pageAddress, request);
      await markContentsOutdated(queries, caseKey);
      return stored;
    },
    invalidate: () => queries.invalidateQueries({ queryKey: caseQueryKey(caseKey), refetchType: 'active' }),
    readAgain: () => queries.fetchQuery({ ...contentQuery(pageAddress, appendix), staleTime: 0 }),
    mayDisconnect: () => mayDisconnect(catalogue, session, session.changes()),
    findOtherVersions: () => findOtherVersions(queries, caseKey),
  };
}
