/** One save of a matrix: the same law as for one row, over every row it touches. Pure. */
import type { CatalogueGroup, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseRow, CaseValue } from '../../../shared/case/caseContent.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { emptyDoc, type PageDoc } from '../../cases/record/pageDoc.ts';
import { planPageChange, type PageChange, type PagePlan } from '../../page-save/pageChange.ts';
import { refusal, type Refusal } from '../../page-save/refusal.ts';

export interface MatrixChange extends Omit<PageChange, 'doc' | 'isNew' | 'requestedRowNo'> {
  group: CatalogueGroup;
  /** the rows of the page by number */
  docs: ReadonlyMap<number, PageDoc>;
}

/** A plan for each row of the page that the request names. Where one refuses, nothing of all may be stored. */
export function planMatrix({ group, docs, ...given }: MatrixChange): PagePlan[] {
  const changes = Map.groupBy(given.changes, ({ rowNo }) => rowNo);
  const rows = Map.groupBy(given.rows, ({ rowNo }) => rowNo);
  return [...new Set([...changes.keys(), ...rows.keys()])].map((rowNo) => {
    const ofRow = { changes: changes.get(rowNo) ?? [], rows: rows.get(rowNo) ?? [] };
    const doc = docs.get(rowNo);
    if (!doc) return unknownRow(given, ofRow);
    const plan = planPageChange({ ...given, ...ofRow, doc, isNew: false, requestedRowNo: rowNo });
    return { ...plan, refused: [...outsideOf(given, group, ofRow), ...plan.refused] };
  });
}

interface OfRow {
  changes: readonly CaseValue[];
  rows: readonly CaseRow[];
}

/** The page has no row of that number: everything said of it is refused. */
const unknownRow = (
  { page, change }: Pick<MatrixChange, 'page' | 'change'>,
  { changes, rows }: OfRow,
): PagePlan => ({
  doc: emptyDoc(page.page, change),
  entries: [],
  refused: [...changes, ...rows.map(namedByGroup)].map((address) => refusal(address, 'row.unknown')),
  stale: [],
  added: [],
  isRepeated: false,
  touchedItems: new Set(),
  touchedGroups: new Set(),
});

/** What a matrix does not hold is not changed through it. */
function outsideOf(
  { catalogue, page }: Pick<MatrixChange, 'catalogue' | 'page'>,
  { group }: CatalogueGroup,
  { changes, rows }: OfRow,
): Refusal[] {
  const isOutside = (found: CatalogueItem | CatalogueGroup | undefined) =>
    found?.page === page.page && !found.groups.includes(group);
  return [
    ...changes.filter(({ itemId }) => isOutside(catalogue.items[itemId])),
    ...rows.filter((row) => isOutside(catalogue.groups[row.group])).map(namedByGroup),
  ].map((address) => refusal(address, 'item.otherGroup'));
}

const namedByGroup = (row: CaseRow): ItemAddress => ({ ...row, itemId: row.group });
