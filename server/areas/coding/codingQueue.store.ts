/** Queries on terms of equal text. They take the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder } from 'kysely';
import type { CodeDoubt, CodingStep } from '../../../shared/contract/index.ts';
import { needsSecondCoder, type SecondCoderRule } from '../../coding/secondCoding.store.ts';
import { hasCode } from '../../dictionaries/entries.store.ts';
import { allowCounting } from '../../lists/listQuery.ts';
import { resolve, type ListReading } from '../../lists/listSource.ts';
import type { Trx } from '../../storage/database.ts';
import type { FoundTerm } from './coding.store.ts';
import { TERM_ORIGIN, TERM_ROWS, visibleTerms } from './codingList.ts';

/** An item whose terms are in the queue, and what codes them. */
export interface QueueItem {
  itemId: string;
  dictionary: string;
  releaseNo: number;
  /** the code of a case is the beginning of a code of the dictionary */
  begins: boolean;
  /** items of the same row for the same text, of which one code is enough */
  alternatives: readonly string[];
}

/** What is queued: for coders, or for second coders of what other users coded. */
export type QueueStep = { step: Extract<CodingStep, 'first'> } | { step: 'second'; rule: SecondCoderRule };

/** Whether a second coder, who is the reader, codes the term (`w`); nothing in the first step. */
const isForSecondCoder = (
  { user }: ListReading,
  queued: QueueStep,
  isCodedTwice?: RawBuilder<boolean>,
): RawBuilder<boolean> =>
  queued.step === 'first'
    ? sql<boolean>`false`
    : sql<boolean>`(w.coded_by is distinct from ${user.userId} and ${needsSecondCoder(queued.rule, isCodedTwice)})`;

/** Terms (`w` of `origin`) at these items (`m`); none that an alternative codes. */
const queueTerms = (
  reading: ListReading,
  items: readonly QueueItem[],
  { origin, second }: { origin: RawBuilder<unknown>; second: RawBuilder<boolean> },
): RawBuilder<unknown> => sql`
  select w.*, c.root_case_key, m.dictionary, m."releaseNo", m.begins,
    case when v.at is null then w.code end as open_code, ${second} as second
  from ${origin}
  join jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
    as m ("itemId" text, dictionary text, "releaseNo" int, begins boolean, alternatives jsonb) on m."itemId" = w.item_id
  where ${visibleTerms(reading, items)} and w.text_key is not null
    and (w.code is not null or m.alternatives = '[]' or not exists (
      select from case_coding o
      where o.sponsor_key = w.sponsor_key and o.case_key = w.case_key and o.row_no = w.row_no
        and o.row_no2 = w.row_no2 and o.row_no3 = w.row_no3 and o.code is not null and m.alternatives ? o.item_id))`;

export interface FoundGroup {
  dictionary: string;
  /** MD5 of the folded text */
  textKey: string;
  text: string;
  terms: number;
  uncoded: number;
  doubts: CodeDoubt[];
}

/**
 * The newest judgement (`at`) of each code of a term, of any of these tables: its rows name the term by the first version
 * of its case.
 */
const judgementsOf = (
  { user }: ListReading,
  table: string,
  { code, at }: { code: string; at: string },
): RawBuilder<unknown> => sql`(
  select n.case_key, j.item_id, j.row_no, j.row_no2, j.row_no3, j.version, ${sql.ref(`j.${code}`)} as code,
    max(${sql.ref(`j.${at}`)}) as at
  from ${sql.table(table)} j
  join pv_case n on n.sponsor_key = j.sponsor_key and n.root_case_key = j.root_case_key and n.latest
  where j.sponsor_key = ${user.sponsorKey} group by 1, 2, 3, 4, 5, 6, 7)`;

/** Whether a judgement is about the code that the term (`w`) has now. */
const isAboutTerm = (alias: string): RawBuilder<boolean> => sql<boolean>`
  ${sql.ref(`${alias}.case_key`)} = w.case_key and ${sql.ref(`${alias}.item_id`)} = w.item_id
  and ${sql.ref(`${alias}.row_no`)} = w.row_no and ${sql.ref(`${alias}.row_no2`)} = w.row_no2
  and ${sql.ref(`${alias}.row_no3`)} = w.row_no3 and ${sql.ref(`${alias}.code`)} = w.code
  and ${sql.ref(`${alias}.version`)} = coalesce(w.version, '') and ${sql.ref(`${alias}.at`)} >= w.coded_at`;

/** `TERM_ORIGIN` for all terms at once: reviews (`v`) and second codings (`b`) are joined, not looked up for each term. */
const allTerms = (reading: ListReading): RawBuilder<unknown> => sql`case_coding w
  join pv_case c on c.sponsor_key = w.sponsor_key and c.case_key = w.case_key
  left join ${judgementsOf(reading, 'coding_review', { code: 'code', at: 'at' })} v on ${isAboutTerm('v')}
  left join ${judgementsOf(reading, 'second_coding', { code: 'first_code', at: 'second_at' })} b on ${isAboutTerm('b')}`;

/**
 * Groups with a term to be coded, those with most of them first. Terms are first counted by text and code, which leaves
 * a fraction of them to be judged.
 */
export async function findGroups(
  trx: Trx,
  reading: ListReading,
  items: readonly QueueItem[],
  { limit, ...queued }: QueueStep & { limit: number },
): Promise<FoundGroup[]> {
  const { shown, isQueued } = groupsOf(queued);
  await allowCounting(trx);
  const terms = queueTerms(reading, items, {
    origin: allTerms(reading),
    second: isForSecondCoder(reading, queued, sql<boolean>`b.at is not null`),
  });
  const { rows } = await sql<FoundGroup>`
    with coded as materialized (
      select dictionary, "releaseNo", begins, text_key, code, open_code, min(term collate "C") as text,
        count(*)::int as terms, (count(*) filter (where second))::int as second
      from (${terms}) t group by 1, 2, 3, 4, 5, 6
    ),
    judged as (
      select code.*, (
        select s.current from dictionary_entry e
        join dictionary_search s on s.release_no = e.release_no and s.entry_no = e.entry_no
        where e.release_no = code."releaseNo" and ${hasCode(sql`code.code`, sql`code.begins`)}
        order by not s.current limit 1) as current
      from (select distinct dictionary, "releaseNo", begins, open_code as code from coded where open_code is not null) code
    ),
    grouped as (
      select t.dictionary, md5(t.text_key) as "textKey", min(t.text) as text, sum(t.terms)::int as terms,
        coalesce(sum(t.terms) filter (where t.code is null), 0)::int as uncoded, sum(t.second)::int as second,
        array_remove(array[
          case when bool_or(j.code is not null and j.current is null) then 'unknown' end,
          case when bool_or(j.current = false) then 'notCurrent' end,
          case when count(j.code) > 0 and min(t.code collate "C") <> max(t.code collate "C") then 'differs' end],
          null) as doubts
      from coded t left join judged j on j.dictionary = t.dictionary and j.code = t.open_code
      group by t.dictionary, t.text_key
    )
    select dictionary, "textKey", text, ${shown} from grouped where ${isQueued}
    order by grouped.uncoded desc, grouped.terms desc, text, dictionary limit ${limit}::int`.execute(trx);
  await sql`set local enable_sort = on`.execute(trx);
  return rows;
}

/** Of which groups what is shown: a second coder sees no doubts, which tell of codes. */
function groupsOf(queued: QueueStep) {
  if (queued.step === 'first')
    return { shown: sql`terms, uncoded, doubts`, isQueued: sql<boolean>`(uncoded > 0 or doubts <> '{}')` };
  const isDoubtful = queued.rule.secondCoder === 'doubtful' ? sql`and doubts <> '{}'` : sql``;
  return {
    shown: sql`second as terms, second as uncoded, array[]::text[] as doubts`,
    isQueued: sql<boolean>`second > 0 ${isDoubtful}`,
  };
}

/** The terms of a group, those without a code first; `caseKey`: of this case alone. */
export async function findGroupTerms(
  trx: Trx,
  reading: ListReading,
  items: readonly QueueItem[],
  { textKey, limit, caseKey, ...queued }: QueueStep & { textKey: string; limit: number; caseKey?: number },
): Promise<(FoundTerm & { place: string })[]> {
  const second = isForSecondCoder(reading, queued);
  const of = queueTerms(reading, items, { origin: resolve(TERM_ORIGIN, reading), second });
  const { rows } = await sql<FoundTerm & { place: string }>`
    select ${TERM_ROWS.key} as "rowKey", w.case_key as "caseKey", w.root_case_key as "rootCaseKey",
      c.case_no as "caseNo", w.page, w.page_row as "pageRow", w.item_id as "itemId", w.row_no as "rowNo",
      w.row_no2 as "rowNo2", w.row_no3 as "rowNo3", w.term, w.code, w.version, w.coded_by as "codedBy",
      w.open_code is null and w.code is not null as reviewed, w.place ->> ${reading.language} as place
    from (${of} and md5(w.text_key) = ${textKey}
      ${caseKey === undefined ? sql`` : sql`and w.case_key = ${caseKey}`}) w
    join pv_case c on c.sponsor_key = w.sponsor_key and c.case_key = w.case_key
    ${queued.step === 'first' ? sql`` : sql`where w.second`}
    order by w.code is not null, c.case_no, w.page, w.row_no, w.row_no2, w.row_no3, w.item_id
    limit ${limit}::int`.execute(trx);
  return rows;
}

/** Names of users by their ids. */
export async function findUserNames(trx: Trx, userIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ user_id: string; name: string }>`
    select user_id, name from app_user where user_id = any(${[...userIds]}::text[])`.execute(trx);
  return new Map(rows.map(({ user_id, name }) => [user_id, name]));
}
