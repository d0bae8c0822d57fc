/** Queries on terms and their codes beside the lists. They take the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder } from 'kysely';
import type { CodeChange } from '../../../shared/contract/index.ts';
import { hasCode } from '../../dictionaries/entries.store.ts';
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
  code: string | null;
  version: string | null;
  codedBy: string | null;
  reviewed: boolean;
}

/** Rows of a coding list by their keys, in the order of the list's own key; those that are not in it are left out. */
export async function findTerms(
  trx: Trx,
  source: ListSource,
  reading: ListReading,
  rowKeys: readonly string[],
): Promise<FoundTerm[]> {
  const caseKeys = rowKeys.map((key) => Number(key.split('|', 1)[0]));
  const { rows } = await sql<FoundTerm>`
    select ${source.key} as "rowKey", w.case_key as "caseKey", c.root_case_key as "rootCaseKey", c.case_no as "caseNo",
      w.page, w.page_row as "pageRow", w.item_id as "itemId", w.row_no as "rowNo", w.row_no2 as "rowNo2",
      w.row_no3 as "rowNo3", w.term, w.code, w.version, w.coded_by as "codedBy", v.at is not null as reviewed
    from ${resolve(source.from, reading)}
    where ${source.scope(reading)} and w.case_key = any(${caseKeys}::bigint[])
      and ${source.key} = any(${[...rowKeys]}::text[])
    order by c.case_no, w.page, w.row_no, w.row_no2, w.row_no3, w.item_id`.execute(trx);
  return rows;
}

export const insertReview = (trx: Trx, review: CodingReviewTable) =>
  trx.insertInto('coding_review').values(review).execute();

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

/** What is compared: terms of cases, and two releases. */
export interface ReleasePair {
  /** condition on `w` and `c` of the coding lists */
  terms: RawBuilder<boolean>;
  before: number;
  after: number;
  /** the code of a case is the beginning of a code of the dictionary */
  begins: boolean;
}

/**
 * Every distinct code of these terms with its entries in both releases, null if a release does not have it, and the
 * outcome. Codes that the first release does not have are left out.
 */
export function codesHeld({ terms, before, after, begins }: ReleasePair): RawBuilder<unknown> {
  const entryOf = (releaseNo: number) => sql`(
    select e.term, e.parents, s.current from dictionary_entry e
    join dictionary_search s on s.release_no = e.release_no and s.entry_no = e.entry_no
    where e.release_no = ${releaseNo}::int and ${hasCode(sql`held.code`, begins)}
    order by not s.current, e.entry_no limit 1)`;
  const above = (of: RawBuilder<unknown>) => sql`jsonb_path_query_array(${of}, '$[*].code')`;
  return sql`(
    select held.code, old.term, old.parents, new.term as new_term, new.parents as new_parents,
      case when old.term is null then array[]::text[] when new.term is null then array['gone']
      else array_remove(array[
        case when not new.current then 'notCurrent' end,
        case when new.term ->> 'en' is distinct from old.term ->> 'en' then 'renamed' end,
        case when ${above(sql`new.parents`)} <> ${above(sql`old.parents`)} then 'moved' end], null)
      end as changes
    from (
      select distinct w.code
      from case_coding w join pv_case c on c.sponsor_key = w.sponsor_key and c.case_key = w.case_key
      where ${terms} and w.code is not null
    ) held
    left join lateral ${entryOf(before)} old on true
    left join lateral ${entryOf(after)} new on true)`;
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
