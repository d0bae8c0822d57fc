/** Queries of the case editor. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { Trx } from '../../storage/database.ts';

export interface RowPlace {
  rowNo: number;
  rowId: string | null;
  sort: number;
  deleted: boolean;
}

/** Rows of a page of rows in list order, including deleted ones. */
export async function findRowPlaces(
  trx: Trx,
  sponsorKey: number,
  caseKey: number,
  page: string,
): Promise<RowPlace[]> {
  const rows = await trx
    .selectFrom('case_page_row')
    .select(['row_no', 'row_id', 'sort', 'deleted'])
    .where('sponsor_key', '=', sponsorKey)
    .where('case_key', '=', caseKey)
    .where('page', '=', page)
    .orderBy('sort')
    .orderBy('row_no')
    .execute();
  return rows.map(({ row_no, row_id, sort, deleted }) => ({ rowNo: row_no, rowId: row_id, sort, deleted }));
}

/** Rows of each page of rows without deleted ones. */
export async function countRows(trx: Trx, sponsorKey: number, caseKey: number): Promise<Map<string, number>> {
  const counts = await trx
    .selectFrom('case_page_row')
    .select(['page', sql<number>`count(*)`.as('count')])
    .where('sponsor_key', '=', sponsorKey)
    .where('case_key', '=', caseKey)
    .where('row_group', 'is not', null)
    .where('deleted', '=', false)
    .groupBy('page')
    .execute();
  return new Map(counts.map(({ page, count }) => [page, count]));
}

export const findDistributions = (trx: Trx, sponsorKey: number, rootCaseKey: number) =>
  trx
    .selectFrom('distribution as d')
    .innerJoin('pv_case as c', (join) =>
      join.onRef('c.sponsor_key', '=', 'd.sponsor_key').onRef('c.case_key', '=', 'd.case_key'),
    )
    .select(['d.at', 'd.user_id', 'd.report_id', 'd.receiver', 'c.version_no'])
    .where('d.sponsor_key', '=', sponsorKey)
    .where('c.sponsor_key', '=', sponsorKey)
    .where('c.root_case_key', '=', rootCaseKey)
    .orderBy('d.at', 'desc')
    .orderBy('d.distribution_key', 'desc')
    .execute();
