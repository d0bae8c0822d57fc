/**
 * Which entries a keyword finds, and in which order. Ranks are made of narrow rows only; what is shown of the winners
 * is read afterwards.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../storage/database.ts';
import { factGramOf, gramOf } from './grams.ts';
import type { EntryRow, Release } from './releases.store.ts';
import { exactGramsOf, gramsOf, patternsOf, prefixGramsOf } from './searchText.ts';
import { nearestTiers, TIERS } from './tiers.ts';

/** Where rows stand: a release in the database, or a code list in memory. */
export type Rows =
  | { release: SearchedRelease }
  | { listed: readonly Pick<EntryRow, 'current' | 'size' | 'search'>[] };

/** Conditions on columns that fields filter by: each holds if one of its sets of values does. */
export type Facts = readonly (readonly Record<string, string>[])[];

type SearchedRelease = Pick<Release, 'release_no' | 'common_facts'>;

export interface Wanted {
  /** folded, not empty */
  keyword: string;
  /** the whole text must be the keyword */
  exact: boolean;
  facts: Facts;
  offset: number;
  rowCount: number;
}

export interface Hit {
  entryNo: number;
  current: boolean;
}

/** Limit to which hits are counted, ranked and paged. */
const MAX_HITS = 1000;

export interface Hits {
  /** at most MOST_HITS where the index answers */
  total: number;
  /** there are more of them */
  more: boolean;
  hits: Hit[];
}

const IN_ORDER = sql`rank, not current, size, entry_no`;

/** A page of hits: exact ones, beginnings, words, the rest; of these current ones, then shorter ones. */
export async function findHits(db: Db | Trx, rows: Rows, wanted: Wanted): Promise<Hits> {
  const { keyword, exact, facts, rowCount } = wanted;
  const offset = Math.min(wanted.offset, MAX_HITS);
  const is = patternsOf(keyword);
  const grams = exact ? exactGramsOf(keyword) : gramsOf(keyword);
  const inTiers = 'release' in rows && grams.length > 0;
  const holds = sql`strpos(search, ${exact ? is.exact : is.within}::text) > 0 and ${holding(facts)}`;
  const found = await sql<{ total: number; entry_no: number | null; current: boolean }>`
    with found as materialized (
      select entry_no, current, size, case
          when strpos(search, ${is.prefix}::text) > 0
            then case when strpos(search, ${is.exact}::text) > 0 then 0 else 1 end
          when strpos(search, ${is.word}::text) > 0 then 2
          else 3
        end as rank
      from ${inTiers ? tiersHolding(rows.release, { grams, facts, tiers: TIERS }) : allOf(rows)}
      where ${holds} ${inTiers ? sql`limit ${MAX_HITS + 1}::int` : sql``}
    ),
    page as (select * from found order by ${IN_ORDER} limit ${rowCount}::int offset ${offset}::int)
    select total, entry_no, current
    from (select count(*) as total from found) counted left join page on true
    order by ${IN_ORDER}`.execute(db);
  const total = found.rows[0]?.total ?? 0;
  if (inTiers && total > MAX_HITS) {
    const page = { ...wanted, offset, rowCount: Math.min(rowCount, MAX_HITS - offset) };
    return { total: MAX_HITS, more: true, hits: await firstHits(db, rows.release, page) };
  }
  const hits = found.rows.flatMap(({ entry_no, current }) =>
    entry_no === null ? [] : [{ entryNo: entry_no, current }],
  );
  return { total, more: false, hits };
}

/** A page of so many hits that not all are read: rank by rank, of these tier by tier, until the page is full. */
async function firstHits(
  db: Db | Trx,
  release: SearchedRelease,
  { keyword, exact, facts, offset, rowCount }: Wanted,
): Promise<Hit[]> {
  const is = patternsOf(keyword);
  const ranks = [
    { grams: exactGramsOf(keyword), holds: is.exact, lacks: [] },
    { grams: prefixGramsOf(keyword), holds: is.prefix, lacks: [is.exact] },
    { grams: gramsOf(is.word), holds: is.word, lacks: [is.prefix] },
    { grams: gramsOf(keyword), holds: is.within, lacks: [is.prefix, is.word] },
  ].slice(0, exact ? 1 : undefined);
  const conditions = indexConditions(release, facts);
  const hits: Hit[] = [];
  for (const { grams, holds, lacks } of ranks) {
    const wanted = offset + rowCount - hits.length;
    if (wanted <= 0) break;
    const { rows } = await sql<{ entry_no: number; current: boolean }>`
      select hit.entry_no, hit.current from ${marked({ grams, conditions, tiers: TIERS })} cross join lateral (
        select entry_no, current, size from dictionary_search
        where release_no = ${release.release_no} and ${mayHold(conditions)}
          and strpos(search, ${holds}::text) > 0
          and ${sql.join([...lacks.map((lack) => sql`strpos(search, ${lack}::text) = 0`), holding(facts)], sql` and `)}
        order by not current, size, entry_no limit ${wanted}::int
      ) hit limit ${wanted}::int`.execute(db);
    hits.push(...rows.map(({ entry_no, current }) => ({ entryNo: entry_no, current })));
  }
  return hits.slice(offset, offset + rowCount);
}

/** A condition that the index is asked for: an entry that meets it has all of the values, or any of them. */
interface IndexCondition {
  has: 'all' | 'any';
  values: [column: string, value: string][];
}

/**
 * What the index narrows by: it reads the fewer ones of the entries that meet a condition and those that hold the keyword.
 * Values that many entries have would only be read without narrowing anything.
 */
const indexConditions = ({ common_facts: common }: SearchedRelease, facts: Facts): IndexCondition[] =>
  facts.flatMap((sets): IndexCondition[] => {
    const rare = sets.map((set) =>
      Object.entries(set).filter(([column, value]) => !common[column]?.includes(value)),
    );
    if (rare.some((values) => values.length === 0)) return [];
    return [{ has: sets.length === 1 ? 'all' : 'any', values: rare.flat() }];
  });

interface InTiers {
  /** pieces of the text */
  grams: readonly string[];
  conditions: readonly IndexCondition[];
  tiers: readonly number[];
}

const conditionColumn = (at: number): RawBuilder<unknown> => sql.ref(`condition_${at}`);

/** What the index is asked for in each tier. What is joined to it laterally is read in this order. */
function marked({ grams, conditions, tiers }: InTiers): RawBuilder<unknown> {
  const inTiers = (hashesOf: (tier: number) => number[]) =>
    sql`${tiers.map((tier) => `{${hashesOf(tier).join()}}`)}::text[]`;
  const columns = [
    { name: sql.ref('pieces'), hashes: inTiers((tier) => grams.map((gram) => gramOf(tier, gram))) },
    ...conditions.map(({ values }, at) => ({
      name: conditionColumn(at),
      hashes: inTiers((tier) => values.map(([column, value]) => factGramOf(tier, column, value))),
    })),
  ];
  return sql`(
    select ${sql.join(columns.map(({ name }) => sql`${name}::int[]`))}
    from unnest(${sql.join(columns.map(({ hashes }) => hashes))}) tier (${sql.join(columns.map(({ name }) => name))})
  ) marked`;
}

/** What the index answers of a row: it may hold the text, and meet the conditions. */
const mayHold = (conditions: readonly IndexCondition[]): RawBuilder<unknown> =>
  sql.join(
    [
      sql`grams @> pieces`,
      ...conditions.map(({ has }, at) => {
        const operator = has === 'all' ? sql`@>` : sql`&&`;
        return sql`dictionary_facts(tier, facts) ${operator} ${conditionColumn(at)}`;
      }),
    ],
    sql` and `,
  );

/** The rows that may hold a text, tier by tier; the text itself is still to be looked for in them. */
const tiersHolding = (
  release: SearchedRelease,
  { grams, facts, tiers }: Omit<InTiers, 'conditions'> & { facts: Facts },
): RawBuilder<unknown> => {
  const conditions = indexConditions(release, facts);
  return sql`${marked({ grams, conditions, tiers })} cross join lateral (
    select entry_no, current, size, facts, search from dictionary_search
    where release_no = ${release.release_no} and ${mayHold(conditions)} offset 0
  ) searched`;
};

/** All rows there are. */
const allOf = (rows: Rows): RawBuilder<unknown> =>
  'release' in rows
    ? sql`(select * from dictionary_search where release_no = ${rows.release.release_no}) searched`
    : sql`(
        select *, '{}'::jsonb as facts from unnest(
          ${rows.listed.map((_, at) => at)}::int[], ${rows.listed.map(({ current }) => current)}::boolean[],
          ${rows.listed.map(({ size }) => size)}::smallint[], ${rows.listed.map(({ search }) => search)}::text[]
        ) as codes (entry_no, current, size, search)
      ) listed`;

const holding = (facts: Facts): RawBuilder<unknown> =>
  facts.length === 0
    ? sql`true`
    : sql.join(
        facts.map(
          (sets) =>
            sql`(${sql.join(
              sets.map((set) => sql`facts @> ${JSON.stringify(set)}::jsonb`),
              sql` or `,
            )})`,
        ),
        sql` and `,
      );

export interface Candidate extends Hit {
  search: string;
}

/** Rows that hold one of the pieces, of each those whose term is about as long as asked. */
export async function findCandidates(
  db: Db | Trx,
  rows: Rows,
  pieces: readonly string[],
  { facts, size, limit }: { facts: Facts; size: number; limit: number },
): Promise<Candidate[]> {
  const each = pieces.map((piece) => {
    const grams = gramsOf(piece);
    const from =
      'release' in rows && grams.length > 0
        ? tiersHolding(rows.release, { grams, facts, tiers: nearestTiers(size) })
        : allOf(rows);
    return sql`(
      select entry_no, current, search from ${from}
      where strpos(search, ${piece}::text) > 0 and ${holding(facts)} limit ${limit}::int)`;
  });
  const found = await sql<{ entry_no: number; current: boolean; search: string }>`
    select distinct entry_no, current, search from (${sql.join(each, sql` union all `)}) pieces`.execute(db);
  return found.rows.map(({ entry_no, ...row }) => ({ entryNo: entry_no, ...row }));
}

/** Texts that are looked up by one query. */
const MAX_LOOKED_UP = 2000;
/** Of entries with the same name so many are found. */
const MAX_SAME = 5;

/** Numbers of entries of which a searched text is one of these (folded), by the index of whole texts alone. */
export async function findNamed(
  db: Db | Trx,
  releaseNo: number,
  texts: readonly string[],
  only: Readonly<Record<string, string>>,
): Promise<number[]> {
  const found = new Set<number>();
  for (let from = 0; from < texts.length; from += MAX_LOOKED_UP) {
    const { rows } = await sql<{ entry_no: number }>`
      select hit.entry_no from unnest(${texts.slice(from, from + MAX_LOOKED_UP)}::text[]) as asked (text)
      cross join lateral (
        select entry_no from dictionary_search
        where release_no = ${releaseNo} and dictionary_texts(search) @> array[dictionary_text(asked.text)]
          and ${holding([[only]])}
        limit ${MAX_SAME}::int) hit`.execute(db);
    for (const { entry_no } of rows) found.add(entry_no);
  }
  return [...found];
}
