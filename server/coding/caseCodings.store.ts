/** Queries on the terms of cases. They take the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder } from 'kysely';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { CaseCodingTable } from '../storage/codingTables.ts';
import type { Trx } from '../storage/database.ts';
import { IS_ABOUT_CODE, isAboutText } from './secondCoding.store.ts';

export interface CodedCase {
  sponsorKey: number;
  caseKey: number;
}

/** A term as its documents have it. */
export interface DerivedCoding extends Pick<
  CaseCodingTable,
  | 'item_id'
  | 'row_no'
  | 'row_no2'
  | 'row_no3'
  | 'page'
  | 'page_row'
  | 'term'
  | 'text_key'
  | 'code'
  | 'version'
  | 'entered_at'
  | 'coded_by'
  | 'coded_at'
  | 'blinded'
  | 'coded_beside'
> {
  /** by language */
  place: LocalizedText;
}

/** The newest review of the code of a term (`w` of a case `c`) as it is, for the text as it is. */
const NEWEST_REVIEW = sql`(
  select r.at, r.user_name from coding_review r
  where r.sponsor_key = c.sponsor_key and r.root_case_key = c.root_case_key and r.item_id = w.item_id
    and r.row_no = w.row_no and r.row_no2 = w.row_no2 and r.row_no3 = w.row_no3
    and r.code = w.code and r.version = coalesce(w.version, '') and r.at >= w.coded_at and ${isAboutText('r')}
  order by r.at desc limit 1)`;

/** When a second coder last coded the term. */
const SECOND_AT: RawBuilder<Date | null> = sql`(
  select max(s.second_at) from second_coding s where ${IS_ABOUT_CODE})`;

/** A part of the terms that stays the same over all versions of a case. */
const SAMPLE = sql<number>`(
  ('x' || substr(md5(concat_ws('|', c.root_case_key, w.item_id, w.row_no, w.row_no2, w.row_no3)), 1, 8))::bit(32)::bigint
    % 100)`;

/** In place of all that was derived of these pages of the version. */
export async function putCodings(
  trx: Trx,
  { sponsorKey, caseKey }: CodedCase,
  pages: readonly string[],
  rows: readonly DerivedCoding[],
): Promise<void> {
  await trx
    .deleteFrom('case_coding')
    .where('sponsor_key', '=', sponsorKey)
    .where('case_key', '=', caseKey)
    .where('page', 'in', pages)
    .execute();
  if (rows.length === 0) return;
  await sql`
    insert into case_coding (sponsor_key, case_key, item_id, row_no, row_no2, row_no3, page, page_row, term, text_key, code,
      version, entered_at, coded_by, coded_at, place, blinded, coded_beside, listed, sample, reviewed_at, reviewed_by,
      second_at)
    select c.sponsor_key, c.case_key, w.item_id, w.row_no, w.row_no2, w.row_no3, w.page, w.page_row, w.term, w.text_key,
      w.code, w.version, w.entered_at, w.coded_by, w.coded_at, w.place, w.blinded, w.coded_beside,
      c.latest and c.del_flag = 'N', ${SAMPLE}, v.at, v.user_name, ${SECOND_AT}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (item_id text, row_no int, row_no2 int, row_no3 int,
      page text, page_row int, term text, text_key text, code text, version text, entered_at timestamptz(3),
      coded_by text, coded_at timestamptz(3), place jsonb, blinded boolean, coded_beside text[])
    join pv_case c on c.sponsor_key = ${sponsorKey} and c.case_key = ${caseKey}
    left join lateral ${NEWEST_REVIEW} v on true`.execute(trx);
}

/** Where a term is, in all versions of its case. */
export interface TermOfVersions {
  sponsorKey: number;
  rootCaseKey: number;
  itemId: string;
  rowNo: number;
  rowNo2: number;
  rowNo3: number;
}

/** The term says what reviews and second codings say of its code, after one was added. */
export const updateJudgements = (
  trx: Trx,
  { sponsorKey, rootCaseKey, itemId, rowNo, rowNo2, rowNo3 }: TermOfVersions,
) =>
  sql`
    update case_coding w set (reviewed_at, reviewed_by) = ${NEWEST_REVIEW}, second_at = ${SECOND_AT}
    from pv_case c
    where c.sponsor_key = ${sponsorKey} and c.root_case_key = ${rootCaseKey}
      and w.sponsor_key = c.sponsor_key and w.case_key = c.case_key and w.item_id = ${itemId}
      and w.row_no = ${rowNo} and w.row_no2 = ${rowNo2} and w.row_no3 = ${rowNo3}`.execute(trx);
