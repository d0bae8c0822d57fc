/** Queries on terms of equal text. They take the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder } from 'kysely';
import type { CodeDoubt, CodingStep } from '../../../shared/contract/index.ts';
import { needsSecondCoder, type SecondCoderRule } from '../../coding/secondCoding.store.ts';
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
const isForSecondCoder = ({ user }: ListReading, queued: QueueStep): RawBuilder<boolean> =>
  queued.step === 'first'
    ? sql<boolean>`false`
    : sql<boolean>`(w.coded_by is distinct from ${user.userId} and ${needsSecondCoder(queued.rule)})`;

/** Terms (`w`) at these items (`m`); none that an alternative codes. */
const queueTerms = (
  reading: ListReading,
  items: readonly QueueItem[],
  queued: QueueStep,
): RawBuilder<unknown> => sql`
  select w.*, c.root_case_key, m.dictionary, m."releaseNo", m.begins,
    case when v.at is null then w.code end as open_code, ${isForSecondCoder(reading, queued)} as second
  from ${resolve(TERM_ORIGIN, reading)}
  join jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
    as m ("itemId" text, dictionary text, "releaseNo" int, begins boolean, alternatives jsonb) on m."itemId" = w.item_id
  where ${visibleTerms(reading, items)} and w.text_key is not null
    and (w.code is not null or not exists (
      select from case_coding o
      where o.sponsor_key = w.sponsor_key and o.case_key = w.case_key and o.row_no = w.row_no
        and o.row_no2 = w.row_no2 and o.row_no3 = w.row_no3 and o.code is not null and m.alternatives ? o.item_id))`;

export interface FoundGroup {
  dictionary: string;
  textKey: string;
  text: string;
  terms: number;
  uncoded: number;
  doubts: CodeDoubt[];
}

/** Groups with a term to be coded, those with most of them first. */
export async function findGroups(
  trx: Trx,
  reading: ListReading,
  items: readonly QueueItem[],
  { limit, ...queued }: QueueStep & { limit: number },
): Promise<FoundGroup[]> {
  const { shown, isQueued } = groupsOf(queued);
  const { rows } = await sql<FoundGroup>`
    with term as materialized (${queueTerms(reading, items, queued)}),
    judged as (
      select code.*, (
        select s.current from dictionary_entry e
        join dictionary_search s on s.release_no = e.release_no and s.entry_no = e.entry_no
        where e.release_no = code."releaseNo" and e.code >= code.code collate "C"
          and e.code < (code.code || case when code.begins then chr(1114111) else chr(1) end) collate "C"
        order by not s.current limit 1) as current
      from (select distinct dictionary, "releaseNo", begins, open_code as code from term where open_code is not null) code
    ),
    grouped as (
      select t.dictionary, t.text_key as "textKey", min(t.term) as text, count(*)::int as terms,
        count(*) filter (where t.code is null)::int as uncoded, count(*) filter (where t.second)::int as second,
        array_remove(array[
          case when bool_or(j.code is not null and j.current is null) then 'unknown' end,
          case when bool_or(j.current = false) then 'notCurrent' end,
          case when count(j.code) > 0 and count(distinct t.code) > 1 then 'differs' end], null) as doubts
      from term t left join judged j on j.dictionary = t.dictionary and j.code = t.open_code
      group by 1, 2
    )
    select dictionary, "textKey", text, ${shown} from grouped where ${isQueued}
    order by grouped.uncoded desc, grouped.terms desc, text, dictionary limit ${limit}::int`.execute(trx);
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
  const { rows } = await sql<FoundTerm & { place: string }>`
    select ${TERM_ROWS.key} as "rowKey", w.case_key as "caseKey", w.root_case_key as "rootCaseKey",
      c.case_no as "caseNo", w.page, w.page_row as "pageRow", w.item_id as "itemId", w.row_no as "rowNo",
      w.row_no2 as "rowNo2", w.row_no3 as "rowNo3", w.term, w.code, w.version, w.coded_by as "codedBy",
      w.open_code is null and w.code is not null as reviewed, w.place ->> ${reading.language} as place
    from (${queueTerms(reading, items, queued)} and w.text_key = ${textKey} and md5(w.text_key) = md5(${textKey}::text)
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
