/** Queries on terms and their codes beside the lists. They take the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder } from 'kysely';
import type { TermWords } from '../../dictionaries/words.ts';
import { at, type ListReading, type ListSource } from '../../lists/listSource.ts';
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
    from ${at(source.from, reading)}
    where ${source.always(reading)} and w.case_key = any(${caseKeys}::bigint[])
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

interface Broader {
  code: string;
  term: TermWords;
}

/** A code that cases hold, as two releases have it; what a release does not have is null. */
export interface HeldCode {
  code: string;
  term: TermWords | null;
  parents: Broader[] | null;
  newTerm: TermWords | null;
  newParents: Broader[] | null;
  newCurrent: boolean | null;
  /** the first cases */
  caseKeys: number[];
  caseNos: string[];
  caseCount: number;
}

const MOST_CASES_SHOWN = 20;

/** Every different code of these terms (`w` and `c` of the coding lists). `begins`: a code is the beginning of theirs. */
export async function findCodesHeld(
  trx: Trx,
  terms: RawBuilder<boolean>,
  { before, after, begins }: { before: number; after: number; begins: boolean },
): Promise<HeldCode[]> {
  const entryOf = (releaseNo: number) => sql`(
    select e.term, e.parents, s.current from dictionary_entry e
    join dictionary_search s on s.release_no = e.release_no and s.entry_no = e.entry_no
    where e.release_no = ${releaseNo} and e.code >= held.code collate "C"
      and ${begins ? sql`e.code < (held.code || chr(1114111)) collate "C"` : sql`e.code = held.code collate "C"`}
    order by not s.current, e.entry_no limit 1)`;
  const { rows } = await sql<HeldCode>`
    with held as (
      select code, count(*)::int as cases, (array_agg(case_key order by case_no))[:${MOST_CASES_SHOWN}::int] as keys,
        (array_agg(case_no order by case_no))[:${MOST_CASES_SHOWN}::int] as numbers
      from (
        select distinct w.code, c.case_key, c.case_no
        from case_coding w join pv_case c on c.sponsor_key = w.sponsor_key and c.case_key = w.case_key
        where ${terms} and w.code is not null
      ) cases group by code
    )
    select held.code, old.term, old.parents, new.term as "newTerm", new.parents as "newParents",
      new.current as "newCurrent", held.keys as "caseKeys", held.numbers as "caseNos", held.cases as "caseCount"
    from held
    left join lateral ${entryOf(before)} old on true
    left join lateral ${entryOf(after)} new on true
    order by held.code`.execute(trx);
  return rows;
}
