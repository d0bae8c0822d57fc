/** Rows of other groups that a page speaks of: which reaction a line of the drug's matrix is about. */
import type { Catalogue, CataloguePage } from '../../../schemas/compile/catalogue.types.ts';
import { addressAt, addressKey } from '../../../shared/case/itemAddress.ts';
import type { CaseContent, CaseRow, CaseValue } from '../../../shared/case/caseContent.ts';
import type { DataOf, readPage } from '../../../shared/contract/index.ts';
import { contentOf, findDocs, type CaseRecord } from '../../case-record/index.ts';
import type { Trx } from '../../storage/database.ts';

export type Reference = DataOf<typeof readPage>['references'][number];

/** Controls whose values are words already. */
const WORDS = new Set(['text', 'longText']);

/** Groups that groups of this page are rows of. */
const referredGroups = ({ groups }: Catalogue, { page }: CataloguePage): string[] => [
  ...new Set(
    Object.values(groups).flatMap((group) =>
      group.page === page && group.rowsOf !== null ? group.rowsOf : [],
    ),
  ),
];

/** In list order, struck rows included; nothing is read for a page that refers to none. */
export async function findReferences(
  trx: Trx,
  catalogue: Catalogue,
  page: CataloguePage,
  { sponsorKey, caseKey }: { sponsorKey: number; caseKey: number },
): Promise<Reference[]> {
  const groups = referredGroups(catalogue, page);
  if (groups.length === 0) return [];
  const pages = [...new Set(groups.flatMap((group) => catalogue.groups[group]?.page ?? []))];
  const content = contentOf(await findDocs(trx, sponsorKey, caseKey, pages));
  return groups.flatMap((group) => referencesTo(catalogue, group, content));
}

/** The rows of a group of a content, in list order, each with its name. */
export const referencesTo = (
  catalogue: Catalogue,
  group: string,
  { values, rows }: CaseContent,
): Reference[] => {
  const said = new Map(values.map((value) => [addressKey(value), value.value]));
  return rows
    .filter((row) => row.group === group)
    .sort((a, b) => a.sort - b.sort || a.rowNo - b.rowNo)
    .map(({ rowNo, rowId, deleted }) => ({
      group,
      rowNo,
      rowId,
      deleted,
      label: labelOf(catalogue, group, (itemId) => said.get(addressKey(addressAt(itemId, [rowNo]))) ?? null),
    }));
};

/** The first summary item that says something: words before codes and dates; '' where none does. */
function labelOf(catalogue: Catalogue, group: string, said: (itemId: string) => string | null): string {
  const summary = catalogue.groups[group]?.summary ?? [];
  const isWords = (itemId: string) => WORDS.has(catalogue.items[itemId]?.control ?? '');
  const ordered = [...summary.filter(isWords), ...summary.filter((itemId) => !isWords(itemId))];
  return ordered.map(said).find((text) => text !== null) ?? '';
}

/**
 * Rows of other groups that a request may speak of: by group and number, whether they are struck. Nothing is read where
 * the request says nothing of a group that is rows of another.
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
  const references = await findReferences(trx, catalogue, page, { sponsorKey, caseKey });
  return new Map(
    [...Map.groupBy(references, ({ group }) => group)].map(([group, found]) => [
      group,
      new Map(found.map(({ rowNo, deleted }) => [rowNo, deleted])),
    ]),
  );
}
