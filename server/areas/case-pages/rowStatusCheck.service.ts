/** What deleting or restoring rows would do, before it is done. */
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { rowPathOf } from '../../../shared/case/itemAddress.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import type { BodyOf, checkRowStatus, DataOf } from '../../../shared/contract/index.ts';
import { contentOf, findDocs, findVisibleCase, requireEditable, maySee } from '../../case-record/index.ts';
import type { Deps } from '../../deps.ts';
import { rowNotFound } from '../../problems.ts';
import { inSponsor } from '../../storage/database.ts';
import { pageOf, type Reader } from './readPages.service.ts';
import { referencesTo, type Reference } from './references.ts';

type RowCheck = DataOf<typeof checkRowStatus>['rows'][number];

export interface RowsAsked extends BodyOf<typeof checkRowStatus> {
  caseKey: number;
  page: string;
}

/** Each row with what it is called and who speaks of it. 409 CASE_READ_ONLY and 404 as the change itself. */
export function checkRows(
  deps: Deps,
  { user }: Reader,
  { caseKey, page: pageId, rowNos, status }: RowsAsked,
): Promise<DataOf<typeof checkRowStatus>> {
  const { whole } = deps.catalogue;
  const page = pageOf(deps, pageId, 'rows');
  const group = page.group ?? '';
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    requireEditable(found, user);
    const pages = [page.page, ...pagesReferring(whole, group)];
    const all = contentOf(await findDocs(trx, user.sponsorKey, caseKey, pages));
    const content = { ...all, values: all.values.filter(({ itemId }) => maySee(deps, user, itemId)) };
    const rows = new Map(referencesTo(whole, group, content).map((row) => [row.rowNo, row]));
    return {
      rows: [...new Set(rowNos)].map((rowNo) => {
        const row = rows.get(rowNo);
        if (!row) throw rowNotFound(page.page, rowNo);
        const changes = row.deleted !== (status === 'Y');
        return { rowNo, label: row.label, changes, referencedBy: referring(whole, content, row) };
      }),
    };
  });
}

/** Groups whose rows are those of `group`: a line each in the matrix of another page. */
const groupsOf = ({ groups }: Catalogue, group: string) =>
  Object.values(groups).filter(({ rowsOf }) => rowsOf === group);

const pagesReferring = (catalogue: Catalogue, group: string): string[] => [
  ...new Set(groupsOf(catalogue, group).map(({ page }) => page)),
];

/** The live rows that say anything about a row. */
function referring(catalogue: Catalogue, content: CaseContent, row: Reference): RowCheck['referencedBy'] {
  return groupsOf(catalogue, row.group).flatMap((matrix) => {
    const [outer = ''] = matrix.groups;
    const depth = matrix.groups.length;
    const speaks = new Set(
      content.values
        .filter(({ itemId }) => catalogue.items[itemId]?.groups.includes(matrix.group))
        .map((value) => rowPathOf(value, depth))
        .filter((path) => path.at(-1) === row.rowNo)
        .map(([rowNo]) => rowNo),
    );
    return referencesTo(catalogue, outer, content)
      .filter(({ rowNo, deleted }) => !deleted && speaks.has(rowNo))
      .map(({ rowNo, label }) => ({ page: matrix.page, group: outer, rowNo, label }));
  });
}
