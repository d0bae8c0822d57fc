/** Queries on terms of equal text. They take the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder } from 'kysely';
import { limitsOf } from '../../../shared/access/scope.ts';
import type { CodeDoubt, CodingStep } from '../../../shared/contract/index.ts';
import { needsSecondCoder, type SecondCoderRule } from '../../coding/secondCoding.store.ts';
import { hasCode } from '../../dictionaries/entries.store.ts';
import { allowCounting } from '../../lists/listQuery.ts';
import type { ListReading } from '../../lists/listSource.ts';
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

/** Terms (`w` of `origin`) at these items, as the reader sees them; none that an alternative codes. */
const queueTerms = (
  reading: ListReading,
  items: readonly QueueItem[],
  origin: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const answered = items
    .filter(({ alternatives }) => alternatives.length > 0)
    .map(
      ({ itemId, alternatives }) =>
        sql`w.item_id = ${itemId}::text and w.coded_beside && ${[...alternatives]}::text[]`,
    );
  return sql`${origin} where ${visibleTerms(reading, items)} and w.text_hash is not null
    ${answered.length === 0 ? sql`` : sql`and (w.short_code is not null or w.coded_beside = '{}' or not (${sql.join(answered, sql` or `)}))`}`;
};

/** What codes the terms of each item; `dictionary`: its index among these names. */
function codedWith(items: readonly QueueItem[], names: readonly string[]): RawBuilder<unknown> {
  const numbered = items.map((item) => ({ ...item, dictionary: names.indexOf(item.dictionary) }));
  return sql`jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) as m ("itemId" text, dictionary int, "releaseNo" int,
    begins boolean)`;
}

const dictionariesOf = (items: readonly QueueItem[]): string[] => [
  ...new Set(items.map(({ dictionary }) => dictionary)),
];

/**
 * Terms with what codes them (`m`) and what its release says of their code (`j`); with their cases (`c`) only where it depends
 * on these whether the reader sees or codes them.
 */
const termsToCount = (
  { user }: ListReading,
  items: readonly QueueItem[],
  queued: QueueStep,
  judged: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const isOfCase =
    limitsOf(user).length > 0 || (queued.step === 'second' && queued.rule.secondCoder === 'serious');
  return sql`case_coding w
    join ${codedWith(items, dictionariesOf(items))} on m."itemId" = w.item_id
    left join ${judged} j on j.sponsor_key = w.sponsor_key and j.release_no = m."releaseNo" and j.begins = m.begins
      and j.code = w.short_code
    ${
      isOfCase
        ? sql`join pv_case c
          on c.sponsor_key = w.sponsor_key and c.case_key = w.case_key and c.latest and c.del_flag = 'N'`
        : sql``
    }`;
};

interface FoundGroup {
  dictionary: string;
  /** MD5 of the folded text */
  textKey: string;
  /** as first reported */
  text: string;
  terms: number;
  uncoded: number;
  doubts: CodeDoubt[];
}

interface FoundGroups {
  groups: FoundGroup[];
  /** of the whole queue */
  total: number;
}

/**
 * A page of the groups with a term to be coded, those with most of them first; the page alone is in the order of its texts
 * where numbers are equal. Terms are counted of an index.
 */
export async function findGroups(
  trx: Trx,
  reading: ListReading,
  items: readonly QueueItem[],
  queued: QueuePart,
): Promise<FoundGroups> {
  if (queued.step === 'second' && queued.rule.secondCoder === 'none') return { groups: [], total: 0 };
  await allowCounting(trx);
  // the index of terms is read as a whole: next to it the table, which is several times as large, is not cheaper
  await sql`set local random_page_cost = 1`.execute(trx);
  let found = await countGroups(trx, reading, items, queued);
  if (found.unjudged > 0) {
    const unjudged = unjudgedCodes(reading, items);
    // who looks at the product as another user stores nothing
    const isStored = reading.user.view === null;
    if (isStored)
      await sql`insert into judged_code (${JUDGEMENT}) ${unjudged} on conflict do nothing`.execute(trx);
    const judged = isStored ? JUDGED : sql`(select ${JUDGEMENT} from judged_code union all ${unjudged})`;
    found = await countGroups(trx, reading, items, queued, judged);
  }
  await sql`set local enable_sort = on`.execute(trx);
  return { groups: found.groups, total: found.total };
}

type QueuePart = QueueStep & { offset: number; limit: number };

/** What releases say of codes, as far as it is known. */
const JUDGED: RawBuilder<unknown> = sql`judged_code`;
const JUDGEMENT: RawBuilder<unknown> = sql`sponsor_key, release_no, begins, code, current`;

/** `unjudged`: groups with a code that was not judged yet. */
async function countGroups(
  trx: Trx,
  reading: ListReading,
  items: readonly QueueItem[],
  { offset, limit, ...queued }: QueuePart,
  judged = JUDGED,
): Promise<FoundGroups & { unjudged: number }> {
  const { count, isQueued, terms, doubts } = groupsOf(queued);
  const of = queueTerms(reading, items, termsToCount(reading, items, queued, judged));
  const names = dictionariesOf(items);
  const isSecond = isForSecondCoder(reading, queued);
  const second = queued.step === 'first' ? sql`0` : sql`(count(*) filter (where ${isSecond}))::int`;
  // doubts follow from all terms of a group
  const others =
    queued.step === 'first' || queued.rule.secondCoder === 'doubtful' ? sql`` : sql`and ${isSecond}`;
  const isOpen = sql`w.short_code is not null and w.reviewed_at is null`;
  const { rows } = await sql<
    Omit<FoundGroup, 'dictionary'> & { dictionary: number | null; total: number; unjudged: number }
  >`
    with grouped as materialized (
      select m.dictionary, w.text_hash, count(*)::int as terms,
        (count(*) filter (where w.short_code is null))::int as uncoded,
        ${second} as second,
        bool_or(w.short_code is not null and j.code is null) as unjudged,
        bool_or(${isOpen} and j.current is null) as unknown,
        bool_or(${isOpen} and not j.current) as old,
        bool_or(${isOpen}) and min(w.short_code) <> max(w.short_code) as differs,
        bool_or(${isOpen} and w.text_changed) as changed
      from ${of} ${others} group by 1, 2
    ),
    queued as materialized (select *, ${count} as shown from grouped where ${isQueued}),
    page as (
      select * from queued order by shown desc, terms desc, text_hash, dictionary
      limit ${limit}::int offset ${offset}::int
    )
    select page.dictionary, replace(text_hash::text, '-', '') as "textKey", shown as uncoded, ${terms} as terms,
      ${doubts} as doubts, n.total, n.unjudged, reported.text
    from (
      select (select count(*)::int from queued) as total, (select count(*)::int from grouped where unjudged) as unjudged
    ) n
    left join page on true
    left join lateral (
      select w.term as text from ${of} and w.text_hash = page.text_hash and m.dictionary = page.dictionary
      order by w.item_id, w.case_key limit 1
    ) reported on true
    order by shown desc, page.terms desc, lower(reported.text), reported.text, page.dictionary`.execute(trx);
  const [first] = rows;
  return {
    groups: rows.flatMap(({ dictionary, total: _, unjudged: __, ...group }) =>
      dictionary === null ? [] : { ...group, dictionary: names[dictionary] ?? '' },
    ),
    total: first?.total ?? 0,
    unjudged: first?.unjudged ?? 0,
  };
}

/**
 * What the releases say of codes of terms, where that is not known yet, as `JUDGEMENT`. In the order of the key:
 * readers who note the same codes wait for each other at most.
 */
const unjudgedCodes = (
  { user: { sponsorKey } }: ListReading,
  items: readonly QueueItem[],
): RawBuilder<unknown> =>
  sql`(
    select ${sponsorKey}::int, new."releaseNo", new.begins, new.code, (
      select s.current from dictionary_entry e
      join dictionary_search s on s.release_no = e.release_no and s.entry_no = e.entry_no
      where e.release_no = new."releaseNo" and ${hasCode(sql`new.code`, sql`new.begins`)}
      order by not s.current limit 1)
    from (
      select distinct m."releaseNo", m.begins, w.short_code as code
      from case_coding w join ${codedWith(items, dictionariesOf(items))} on m."itemId" = w.item_id
      where w.sponsor_key = ${sponsorKey} and w.listed and w.text_hash is not null and w.short_code is not null
    ) new
    where not exists (
      select from judged_code j
      where j.sponsor_key = ${sponsorKey} and j.release_no = new."releaseNo" and j.begins = new.begins and j.code = new.code)
    order by new."releaseNo", new.begins, new.code)`;

/**
 * Which groups are queued, by which count (the most first), and what is shown of them: a second coder sees no doubts, which tell
 * of codes.
 */
function groupsOf(queued: QueueStep) {
  const isDoubtful = sql<boolean>`(unknown or old or differs or changed)`;
  if (queued.step === 'first')
    return {
      count: sql`uncoded`,
      isQueued: sql<boolean>`(uncoded > 0 or ${isDoubtful})`,
      terms: sql`page.terms`,
      doubts: sql`array_remove(array[case when unknown then 'unknown' end, case when old then 'notCurrent' end,
        case when differs then 'differs' end, case when changed then 'textChanged' end], null)`,
    };
  return {
    count: sql`second`,
    isQueued: queued.rule.secondCoder === 'doubtful' ? sql`(second > 0 and ${isDoubtful})` : sql`second > 0`,
    terms: sql`shown`,
    doubts: sql`array[]::text[]`,
  };
}

export interface QueuedTerm extends FoundTerm {
  place: string;
  /** after it was coded, and no reviewer has agreed with the code since */
  textChanged: boolean;
}

/** The terms of a group, those without a code first; `caseKey`: of this case alone. */
export async function findGroupTerms(
  trx: Trx,
  reading: ListReading,
  items: readonly QueueItem[],
  { textKey, limit, caseKey, ...queued }: QueueStep & { textKey: string; limit: number; caseKey?: number },
): Promise<QueuedTerm[]> {
  const { rows } = await sql<QueuedTerm>`
    select ${TERM_ROWS.key} as "rowKey", w.case_key as "caseKey", c.root_case_key as "rootCaseKey",
      c.case_no as "caseNo", w.page, w.page_row as "pageRow", w.item_id as "itemId", w.row_no as "rowNo",
      w.row_no2 as "rowNo2", w.row_no3 as "rowNo3", w.term, w.text_hash as "textHash", w.code, w.version, w.coded_by as "codedBy",
      w.reviewed_at is not null as reviewed, w.place ->> ${reading.language} as place,
      w.text_changed and w.reviewed_at is null as "textChanged"
    from ${queueTerms(reading, items, TERM_ORIGIN)} and w.text_hash = ${textKey}::uuid
      ${caseKey === undefined ? sql`` : sql`and w.case_key = ${caseKey}`}
      ${queued.step === 'first' ? sql`` : sql`and ${isForSecondCoder(reading, queued)}`}
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
