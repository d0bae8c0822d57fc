/** Rows of other groups that a page speaks of: which reaction a line of the drug's matrix is about. */
import type { Catalogue, CataloguePage } from '../../schemas/compile/catalogue.types.ts';
import { namedRows, referredGroups } from '../../shared/case/rowLabel.ts';
import { type CaseRow, type CaseValue, filterItems } from '../../shared/case/caseContent.ts';
import type { DataOf, readPage } from '../../shared/contract/index.ts';
import { findDocs, type CaseRecord } from '../cases/record/case.store.ts';
import { contentOf, type PageDoc } from '../cases/record/pageDoc.ts';
import type { Trx } from '../storage/database.ts';

export type Reference = DataOf<typeof readPage>['references'][number];

/** The pages whose documents `referencesOf` needs; none for a page that refers to no other rows. */
export const referencePages = (catalogue: Catalogue, { page }: CataloguePage): Set<string> =>
  new Set(referredGroups(catalogue, page).flatMap((group) => catalogue.groups[group]?.page ?? []));

/**
 * The rows in list order, deleted ones included, from documents of the case that hold at least `referencePages`. They are
 * named by the items that the user may see.
 */
export function referencesOf(
  catalogue: Catalogue,
  page: CataloguePage,
  docs: readonly PageDoc[],
  may: (itemId: string) => boolean = () => true,
): Reference[] {
  const pages = referencePages(catalogue, page);
  const content = filterItems(contentOf(docs.filter((doc) => pages.has(doc.page))), may);
  return referredGroups(catalogue, page.page).flatMap((group) => namedRows(catalogue, group, content));
}

/**
 * Rows of other groups that a request may refer to: by group and number, whether they are deleted. Reads nothing if
 * the request names no group with borrowed rows.
 */
export async function findForeignRows(
  trx: Trx,
  catalogue: Catalogue,
  page: CataloguePage,
  { sponsor_key: sponsorKey, case_key: caseKey }: CaseRecord,
  { changes, rows }: { changes: readonly CaseValue[]; rows: readonly CaseRow[] },
): Promise<Map<string, Map<number, boolean>>> {
  const isForeign = (groups: readonly string[] = []) =>
    groups.some((group) => (catalogue.groups[group]?.rowsOf ?? null) !== null);
  const speaks =
    changes.some(({ itemId }) => isForeign(catalogue.items[itemId]?.groups)) ||
    rows.some(({ group }) => isForeign(catalogue.groups[group]?.groups));
  if (!speaks) return new Map();
  const docs = await findDocs(trx, sponsorKey, caseKey, [...referencePages(catalogue, page)]);
  const references = referencesOf(catalogue, page, docs);
  return new Map(
    [...Map.groupBy(references, ({ group }) => group)].map(([group, found]) => [
      group,
      new Map(found.map(({ rowNo, deleted }) => [rowNo, deleted])),
    ]),
  );
}
