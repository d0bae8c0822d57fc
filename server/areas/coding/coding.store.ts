/** Queries on terms and their codes beside the lists. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { CodeChange } from '../../../shared/contract/index.ts';
import { updateJudgements, type TermOfVersions } from '../../coding/caseCodings.store.ts';
import { codesHeld, type ReleasePair } from '../../coding/codesHeld.store.ts';
import { resolve, type ListReading, type ListSource } from '../../lists/listSource.ts';
import type { CodingReviewTable } from '../../storage/codingTables.ts';
import type { Db, Trx } from '../../storage/database.ts';

export interface FoundTerm {
  rowKey: string;
  caseKey: number;
  rootCaseKey: number;
  caseNo: string;
  page: string;
  pageRow: number;
  itemId: string;
  rowNo: number;
  rowNo2: number;
  rowNo3: number;
  term: string | null;
  /** identifies equal texts */
  textHash: string | null;
  code: string | null;
  version: string | null;
  codedBy: string | null;
  reviewed: boolean;
}

/** With what a save of its code is based on. */
export interface ListedTerm extends FoundTerm {
  /** when the case was saved last */
  retrievedAt: Date;
}

/** Rows of a coding list by their keys, in the order of the list's own key; those that are not in it are left out. */
export async function findTerms(
  trx: Trx,
  source: ListSource,
  reading: ListReading,
  rowKeys: readonly string[],
): Promise<ListedTerm[]> {
  const caseKeys = rowKeys.map((key) => Number(key.split('|', 1)[0]));
  const { rows } = await sql<ListedTerm>`
    select ${source.key} as "rowKey", w.case_key as "caseKey", c.root_case_key as "rootCaseKey", c.case_no as "caseNo",
      w.page, w.page_row as "pageRow", w.item_id as "itemId", w.row_no as "rowNo", w.row_no2 as "rowNo2",
      w.row_no3 as "rowNo3", w.term, w.text_hash as "textHash", w.code, w.version, w.coded_by as "codedBy",
      w.reviewed_at is not null as reviewed, c.retrieved_at as "retrievedAt"
    from ${resolve(source.from, reading)}
    where ${source.scope(reading)} and w.case_key = any(${caseKeys}::bigint[])
      and ${source.key} = any(${[...rowKeys]}::text[])
    order by c.case_no, w.page, w.row_no, w.row_no2, w.row_no3, w.item_id`.execute(trx);
  return rows;
}

export async function insertReview(trx: Trx, review: CodingReviewTable): Promise<void> {
  await trx.insertInto('coding_review').values(review).execute();
  await updateJudgements(trx, placeOf(review));
}

/** The term that a review or a second coding is about. */
export const placeOf = (
  judgement: Pick<
    CodingReviewTable,
    'sponsor_key' | 'root_case_key' | 'item_id' | 'row_no' | 'row_no2' | 'row_no3'
  >,
): TermOfVersions => ({
  sponsorKey: judgement.sponsor_key,
  rootCaseKey: judgement.root_case_key,
  itemId: judgement.item_id,
  rowNo: judgement.row_no,
  rowNo2: judgement.row_no2,
  rowNo3: judgement.row_no3,
});

export interface ComparableRelease {
  release_no: number;
  dictionary: string;
  version: string;
  state: 'staged' | 'active' | 'retired';
}

/** Releases that were loaded to their end, the newest first; those in use before. */
export async function findComparable(db: Db | Trx): Promise<ComparableRelease[]> {
  const { rows } = await sql<ComparableRelease>`
    select release_no, dictionary, version, state from dictionary_release
    where state <> 'loading' order by dictionary, state = 'active' desc, release_no desc`.execute(db);
  return rows;
}

/** Counts the distinct codes by outcome. */
export async function countCodesHeld(
  trx: Trx,
  releases: ReleasePair,
): Promise<{ known: boolean; changes: CodeChange[]; codes: number }[]> {
  const { rows } = await sql<{ known: boolean; changes: CodeChange[]; codes: number }>`
    select held.term is not null as known, held.changes, count(*)::int as codes
    from ${codesHeld(releases)} held group by 1, 2`.execute(trx);
  return rows;
}
