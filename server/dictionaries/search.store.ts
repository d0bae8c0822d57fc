/**
 * Which entries a keyword finds, and in which order. Ranks are made of narrow rows only; what is shown of the winners
 * is read afterwards.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../storage/database.ts';
import type { EntryRow } from './releases.store.ts';
import { gramsOf, patternsOf } from './searchText.ts';

/** Where rows stand: a release in the database, or a code list in memory. */
export type Rows =
  { releaseNo: number } | { listed: readonly Pick<EntryRow, 'current' | 'size' | 'search'>[] };

/** Conditions on columns that fields ask for: each holds where one of its sets of values does. */
export type Facts = readonly (readonly Record<string, string>[])[];

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

/** A page of hits: exact ones, beginnings, words, the rest; of these current ones, then shorter ones. */
export async function findHits(
  db: Db | Trx,
  rows: Rows,
  { keyword, exact, facts, offset, rowCount }: Wanted,
): Promise<{ total: number; hits: Hit[] }> {
  const is = patternsOf(keyword);
  const order = sql`rank, not current, size, entry_no`;
  const found = await sql<{ total: number; entry_no: number | null; current: boolean }>`
    with found as materialized (
      select entry_no, current, size, case
          when strpos(search, ${is.prefix}::text) > 0
            then case when strpos(search, ${is.exact}::text) > 0 then 0 else 1 end
          when strpos(search, ${is.word}::text) > 0 then 2
          else 3
        end as rank
      from ${rowsHolding(rows, exact ? is.word : is.within)}
        and strpos(search, ${exact ? is.exact : is.within}::text) > 0
        and ${holding(facts)}
    ),
    page as (select * from found order by ${order} limit ${rowCount}::int offset ${offset}::int)
    select total, entry_no, current
    from (select count(*) as total from found) counted left join page on true
    order by ${order}`.execute(db);
  return {
    total: found.rows[0]?.total ?? 0,
    hits: found.rows.flatMap(({ entry_no, current }) =>
      entry_no === null ? [] : [{ entryNo: entry_no, current }],
    ),
  };
}

/** The rows that may hold a text; the text itself is still to be looked for in them. */
function rowsHolding(rows: Rows, text: string): RawBuilder<unknown> {
  if ('listed' in rows) {
    const { listed } = rows;
    return sql`(
        select *, '{}'::jsonb as facts from unnest(
          ${listed.map((_, at) => at)}::int[], ${listed.map(({ current }) => current)}::boolean[],
          ${listed.map(({ size }) => size)}::smallint[], ${listed.map(({ search }) => search)}::text[]
        ) as codes (entry_no, current, size, search)
      ) listed where true`;
  }
  const grams = gramsOf(text, rows.releaseNo);
  return grams.length === 0
    ? sql`dictionary_search where release_no = ${rows.releaseNo}`
    : sql`dictionary_search where dictionary_grams(release_no, search) @> ${grams}::text[]`;
}

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

/** Rows that hold one of the pieces, those whose term is about as long as asked first. */
export async function findCandidates(
  db: Db | Trx,
  rows: Rows,
  pieces: readonly string[],
  { facts, size, limit }: { facts: Facts; size: number; limit: number },
): Promise<Candidate[]> {
  const each = pieces.map(
    (piece) => sql`(
      select entry_no, current, size, search from ${rowsHolding(rows, piece)}
        and strpos(search, ${piece}::text) > 0 and ${holding(facts)}
      order by abs(size - ${size}::int), entry_no limit ${limit}::int)`,
  );
  const found = await sql<{ entry_no: number; current: boolean; search: string }>`
    select distinct entry_no, current, search from (${sql.join(each, sql` union all `)}) pieces`.execute(db);
  return found.rows.map(({ entry_no, ...row }) => ({ entryNo: entry_no, ...row }));
}
