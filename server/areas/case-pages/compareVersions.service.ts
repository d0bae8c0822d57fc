/** What two versions of a case say differently. */
import type { compareVersions, DataOf } from '../../../shared/contract/index.ts';
import { isEmpty, type ItemValue } from '../../../shared/case/itemValue.ts';
import type { NewEntry } from '../../audit/auditEntry.ts';
import { contentEntries, findVisibleCase, readCaseContent, maySee } from '../../case-record/index.ts';
import type { Deps } from '../../deps.ts';
import { caseNotFound } from '../../problems.ts';
import { inSponsor } from '../../storage/database.ts';
import type { Reader } from './readPages.service.ts';

type Difference = DataOf<typeof compareVersions>['listInfo'][number];

const KINDS: Partial<Record<NewEntry['action'], Difference['kind']>> = {
  add: 'added',
  change: 'changed',
  clear: 'removed',
  rowAdd: 'added',
  rowRestore: 'added',
  rowDelete: 'removed',
};

/** From the older to the newer, whichever is asked first; 404 where they are not versions of one case. */
export function differencesOf(
  deps: Deps,
  { user }: Reader,
  caseKey: number,
  otherKey: number,
): Promise<DataOf<typeof compareVersions>> {
  const { sponsorKey } = user;
  const { whole } = deps.catalogue;
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    const asked = [await findVisibleCase(trx, user, caseKey), await findVisibleCase(trx, user, otherKey)];
    const [older, newer] = asked.sort((a, b) => a.version_no - b.version_no);
    if (!older || !newer || older.root_case_key !== newer.root_case_key) throw caseNotFound(otherKey);
    const entries = contentEntries(
      whole,
      await readCaseContent(trx, sponsorKey, older.case_key),
      await readCaseContent(trx, sponsorKey, newer.case_key),
    );
    const order = (page: string) => whole.pageOrder.indexOf(page);
    return {
      olderVersionNo: older.version_no,
      newerVersionNo: newer.version_no,
      listInfo: entries
        .map((entry) => differenceOf(entry, maySee(deps, user, entry.itemId)))
        .sort((a, b) => order(a.page) - order(b.page)),
    };
  });
}

function differenceOf(entry: NewEntry, seen: boolean): Difference {
  const { page, itemId, rowNo, rowNo2, rowNo3, action, before, after } = entry;
  const said = ({ value, nullFlavor, notation }: ItemValue) => ({ value, nullFlavor, notation });
  const side = (one: ItemValue) => (seen && !isEmpty(one) ? said(one) : null);
  return {
    ...{ page, itemId, rowNo, rowNo2, rowNo3 },
    kind: KINDS[action] ?? 'changed',
    before: side(before),
    after: side(after),
    hidden: !seen,
  };
}
