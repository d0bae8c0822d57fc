/** Terms of cases that an upgrade is about. The queries take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import { hasCode } from '../dictionaries/entries.store.ts';
import type { Trx } from '../storage/database.ts';

export interface UpgradeTerm {
  caseKey: number;
  page: string;
  pageRow: number;
  itemId: string;
  rowNo: number;
  rowNo2: number;
  rowNo3: number;
  code: string;
  version: string | null;
  textKey: string;
  /** the other release has the code as current */
  stays: boolean;
}

interface TermsAt {
  sponsorKey: number;
  itemIds: readonly string[];
  /** of the other release */
  after: number;
  begins: boolean;
}

/** Newest versions of cases with a code at one of the items, in their order. */
export async function findCasesWithCodes(
  trx: Trx,
  { sponsorKey, itemIds }: Pick<TermsAt, 'sponsorKey' | 'itemIds'>,
): Promise<number[]> {
  const { rows } = await sql<{ case_key: number }>`
    select distinct w.case_key from case_coding w
    join pv_case c on c.sponsor_key = w.sponsor_key and c.case_key = w.case_key
    where w.sponsor_key = ${sponsorKey} and w.item_id = any(${[...itemIds]}::text[]) and w.code is not null
      and c.latest and c.del_flag = 'N' order by 1`.execute(trx);
  return rows.map(({ case_key }) => case_key);
}

/** The coded terms of a case. */
export async function findTermsOfCase(
  trx: Trx,
  caseKey: number,
  { sponsorKey, itemIds, after, begins }: TermsAt,
): Promise<UpgradeTerm[]> {
  const { rows } = await sql<UpgradeTerm>`
    select w.case_key as "caseKey", w.page, w.page_row as "pageRow", w.item_id as "itemId", w.row_no as "rowNo",
      w.row_no2 as "rowNo2", w.row_no3 as "rowNo3", w.code, w.version, coalesce(w.text_key, '') as "textKey",
      exists (
        select from dictionary_entry e
        join dictionary_search s on s.release_no = e.release_no and s.entry_no = e.entry_no
        where e.release_no = ${after}::int and ${hasCode(sql`w.code`, begins)} and s.current) as stays
    from case_coding w
    where w.sponsor_key = ${sponsorKey} and w.case_key = ${caseKey}
      and w.item_id = any(${[...itemIds]}::text[]) and w.code is not null
    order by w.page, w.page_row, w.item_id, w.row_no, w.row_no2, w.row_no3`.execute(trx);
  return rows;
}
