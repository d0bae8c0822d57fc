/** Two sides of a case beside each other. */
import { type CaseContent, filterItems, rowKey } from '../../../shared/case/caseContent.ts';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import { isEmpty, type ItemValue } from '../../../shared/case/itemValue.ts';
import { rowLabel } from '../../../shared/case/rowLabel.ts';
import type { BodyOf, compareSides, DataOf, Side } from '../../../shared/contract/index.ts';
import { livingContent, movedRows, withChanges } from '../../../shared/replay/contents.ts';
import type { NewEntry } from '../../audit/auditEntry.ts';
import { contentEntries } from '../../audit/contentEntries.ts';
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

type Difference = DataOf<typeof compareSides>['listInfo'][number];

const KINDS: Partial<Record<NewEntry['action'], Difference['kind']>> = {
  add: 'added',
  change: 'changed',
  clear: 'removed',
  rowAdd: 'added',
  rowRestore: 'added',
  rowDelete: 'removed',
  rowMove: 'moved',
};

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
    const withheld = new Set(withheldItems(deps, user));
    const moved = movedRows(whole, before, after);
    const entries = contentEntries(whole, before, after).filter(
      (entry) =>
        !withheld.has(entry.itemId) &&
        (entry.action !== 'rowMove' || moved.has(rowKey({ ...entry, group: entry.itemId }))),
    );
    const differing = entries.map((entry) => differenceOf(entry, maySee(deps, user, entry.itemId)));
    const shown = filterItems(after, (itemId) => !withheld.has(itemId));
    const same = all ? sameOn(deps, user, shown, entries) : [];
    const place = (page: string) => whole.pageOrder.indexOf(page);
    const sort = ({ itemId }: Difference) => whole.items[itemId]?.sort ?? -1;
    const listInfo = [...differing, ...same].sort(
      (a, b) => place(a.page) - place(b.page) || a.rowNo - b.rowNo || sort(a) - sort(b),
    );
    return {
      listInfo,
      rows: rowsNamed(deps, listInfo, [after, before], user),
    };
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

function differenceOf(entry: NewEntry, seen: boolean): Difference {
  const { page, itemId, rowNo, rowNo2, rowNo3, action, before, after } = entry;
  const isRow = action.startsWith('row');
  const side = (one: ItemValue) => (seen && !isRow && !isEmpty(one) ? one : null);
  return {
    page,
    itemId,
    rowNo,
    rowNo2,
    rowNo3,
    kind: KINDS[action] ?? 'changed',
    before: side(before),
    after: side(after),
    hidden: !seen,
  };
}

/** The items that say on both sides what they say on the newer one. */
function sameOn(
  deps: CompareWorld,
  user: SessionUser,
  { values }: CaseContent,
  entries: readonly NewEntry[],
): Difference[] {
  const differing = new Set(entries.map(addressKey));
  return values
    .filter((value) => !differing.has(addressKey(value)))
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

/** What the outermost rows are called: by the first of the contents that says something of them. */
function rowsNamed(
  deps: CompareWorld,
  shown: readonly Difference[],
  contents: readonly CaseContent[],
  user: SessionUser,
): DataOf<typeof compareSides>['rows'] {
  const { whole } = deps.catalogue;
  const outermost = new Map<string, { group: string; rowNo: number }>();
  for (const { itemId, rowNo } of shown) {
    const [group] = (whole.items[itemId] ?? whole.groups[itemId])?.groups ?? [];
    if (group !== undefined) outermost.set(`${group}|${rowNo}`, { group, rowNo });
  }
  const named = contents.map((content) => rowLabel(whole, content, (itemId) => maySee(deps, user, itemId)));
  return [...outermost.values()].map(({ group, rowNo }) => ({
    group,
    rowNo,
    label: named.map((labelOf) => labelOf(group, rowNo)).find((label) => label !== '') ?? '',
  }));
}
