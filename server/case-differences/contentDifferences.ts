/** What one content of a case says otherwise than another. */
import { rowKey, type CaseContent } from '../../shared/case/caseContent.ts';
import { isEmpty, type ItemValue } from '../../shared/case/itemValue.ts';
import { rolesShow } from '../../shared/blinding/sight.ts';
import { rowLabel } from '../../shared/case/rowLabel.ts';
import type { Comparison } from '../../shared/contract/caseHistory.ts';
import { movedRows } from '../../shared/replay/contents.ts';
import type { NewEntry } from '../audit/auditEntry.ts';
import { contentEntries } from '../audit/contentEntries.ts';
import { maySee, withheldItems } from '../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { SessionUser } from '../http/session.ts';

export type Difference = Comparison['listInfo'][number];

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
 * The differences, rows before values, as far as the user may learn of them. Both contents are without deleted rows
 * (`livingContent`).
 */
export function contentDifferences(
  deps: CatalogueWorld,
  user: SessionUser,
  before: CaseContent,
  after: CaseContent,
): Difference[] {
  const { whole } = deps.catalogue;
  const withheld = new Set(withheldItems(deps, user));
  const moved = movedRows(whole, before, after);
  return contentEntries(whole, before, after)
    .filter(
      (entry) =>
        !withheld.has(entry.itemId) &&
        (entry.action !== 'rowMove' || moved.has(rowKey({ ...entry, group: entry.itemId }))),
    )
    .map((entry) => differenceOf(entry, maySee(deps, user, entry.itemId)));
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

/** In the order of the pages, with the names of the rows: by the first of the contents that says something of them. */
export function comparisonOf(
  deps: CatalogueWorld,
  user: SessionUser,
  differences: readonly Difference[],
  contents: readonly CaseContent[],
): Comparison {
  const { whole } = deps.catalogue;
  const place = (page: string) => whole.pageOrder.indexOf(page);
  const sort = ({ itemId }: Difference) => whole.items[itemId]?.sort ?? -1;
  const listInfo = differences.toSorted(
    (a, b) => place(a.page) - place(b.page) || a.rowNo - b.rowNo || sort(a) - sort(b),
  );
  return { listInfo, rows: rowsNamed(deps, listInfo, contents, user) };
}

/** What the outermost rows are called: by the first of the contents that says something of them. */
function rowsNamed(
  deps: CatalogueWorld,
  shown: readonly Difference[],
  contents: readonly CaseContent[],
  user: SessionUser,
): Comparison['rows'] {
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

/** A comparison that was made before, without blinded values in the names of rows, as far as the user may learn of it now. */
export function shownComparison(
  deps: CatalogueWorld,
  user: SessionUser,
  { listInfo, rows }: Comparison,
): Comparison {
  const withheld = new Set(withheldItems(deps, user));
  const { groups } = deps.catalogue.whole;
  // which of its items named a row is not stored; none that is blinded did
  const isNamed = (group: string): boolean =>
    rolesShow(deps.catalogue.whole, user, groups[group]?.summary ?? []);
  return {
    listInfo: listInfo
      .filter(({ itemId }) => !withheld.has(itemId))
      .map((one) =>
        maySee(deps, user, one.itemId) ? one : { ...one, before: null, after: null, hidden: true },
      ),
    rows: rows.map((row) => (isNamed(row.group) ? row : { ...row, label: '' })),
  };
}
