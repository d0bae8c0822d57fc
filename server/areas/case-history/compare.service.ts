/** Two sides of a case beside each other. */
import { type CaseContent, filterItems } from '../../../shared/case/caseContent.ts';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import type { BodyOf, compareSides, DataOf, Side } from '../../../shared/contract/index.ts';
import { livingContent, withChanges } from '../../../shared/replay/contents.ts';
import {
  comparisonOf,
  contentDifferences,
  type Difference,
} from '../../case-differences/contentDifferences.ts';
import type { CaseRecord } from '../../cases/record/case.store.ts';
import { findVisibleCase, maySee, withheldItems } from '../../cases/record/caseAccess.ts';
import { readCaseContent } from '../../cases/record/readCase.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import { caseNotFound, momentNotFound } from '../../problems.ts';
import { inSponsor, type Trx, type DatabaseWorld } from '../../storage/database.ts';
import { momentsOf, replayed } from './moments.service.ts';

/** What this module needs of the server. */
type CompareWorld = CatalogueWorld & DatabaseWorld;

/**
 * Compares the older side with the newer one, in the order of the pages. Deleted rows and their values count as
 * absent. 404 if a side is not a version or moment of this case.
 */
export function differencesOf(
  deps: CompareWorld,
  user: SessionUser,
  caseKey: number,
  { older, newer, all = false }: BodyOf<typeof compareSides>,
): Promise<DataOf<typeof compareSides>> {
  const { whole } = deps.catalogue;
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    const before = livingContent(whole, await contentOfSide(trx, deps, user, found, older));
    const after = livingContent(whole, await contentOfSide(trx, deps, user, found, newer));
    const differing = contentDifferences(deps, user, before, after);
    const same = all ? sameOn(deps, user, after, differing) : [];
    return comparisonOf(deps, user, [...differing, ...same], [after, before]);
  });
}

async function contentOfSide(
  trx: Trx,
  deps: CompareWorld,
  user: SessionUser,
  found: CaseRecord,
  side: Side,
): Promise<CaseContent> {
  const { sponsorKey } = user;
  if (side.kind === 'draft') {
    const stored = await readCaseContent(trx, sponsorKey, found.case_key);
    // a comparison with a guess would tell whether the guess is right
    return withChanges(
      stored,
      filterItems(side, (itemId) => maySee(deps, user, itemId)),
    );
  }
  if (side.kind === 'version') {
    const version = await findVisibleCase(trx, user, side.caseKey);
    if (version.root_case_key !== found.root_case_key) throw caseNotFound(side.caseKey);
    return readCaseContent(trx, sponsorKey, side.caseKey);
  }
  const moment = (await momentsOf(trx, found, withheldItems(deps, user))).find(
    ({ saveNo }) => saveNo === side.saveNo,
  );
  const replay = moment && (await replayed(trx, found, side.saveNo));
  const content = replay?.content(moment?.caseKey ?? 0);
  if (!content) throw momentNotFound(side.saveNo);
  return content;
}

/** The items that say on both sides what they say on the newer one. */
function sameOn(
  deps: CompareWorld,
  user: SessionUser,
  { values }: CaseContent,
  differences: readonly Difference[],
): Difference[] {
  const differing = new Set(differences.map(addressKey));
  const withheld = new Set(withheldItems(deps, user));
  return values
    .filter((value) => !withheld.has(value.itemId) && !differing.has(addressKey(value)))
    .map(({ itemId, rowNo, rowNo2, rowNo3, ...content }) => {
      const seen = maySee(deps, user, itemId);
      return {
        page: deps.catalogue.whole.items[itemId]?.page ?? '',
        itemId,
        rowNo,
        rowNo2,
        rowNo3,
        kind: 'same',
        before: seen ? content : null,
        after: seen ? content : null,
        hidden: !seen,
      };
    });
}
