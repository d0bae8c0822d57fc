/** The search documents of cases and the keys they are found by. Queries take the transaction and decide nothing. */
import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../shared/access/scope.ts';
import type { DuplicateDocument } from '../../shared/duplicates/index.ts';
import { caseInScope } from '../cases/record/caseScope.store.ts';
import type { Trx } from '../storage/database.ts';

export interface SearchEntry {
  rootCaseKey: number;
  /** the newest version */
  caseKey: number;
  document: DuplicateDocument;
  keys: readonly string[];
}

/** Puts what a case is found by in place of what it was. */
export async function putSearch(trx: Trx, sponsorKey: number, entry: SearchEntry): Promise<void> {
  const { rootCaseKey, caseKey, document, keys } = entry;
  await sql`
    with entry as (
      insert into case_search (sponsor_key, root_case_key, case_key, document)
      values (${sponsorKey}, ${rootCaseKey}, ${caseKey}, ${JSON.stringify(document)}::jsonb)
      on conflict (sponsor_key, root_case_key) do update
        set case_key = excluded.case_key, document = excluded.document
    ), gone as (
      delete from case_search_key
      where sponsor_key = ${sponsorKey} and root_case_key = ${rootCaseKey} and key <> all(${[...keys]}::text[])
    )
    insert into case_search_key (sponsor_key, key, root_case_key)
    select ${sponsorKey}::int, key, ${rootCaseKey}::bigint from unnest(${[...keys]}::text[]) as k(key)
    on conflict do nothing`.execute(trx);
}

export const rootOf = async (trx: Trx, sponsorKey: number, caseKey: number): Promise<number> =>
  (
    await trx
      .selectFrom('pv_case')
      .select('root_case_key')
      .where('sponsor_key', '=', sponsorKey)
      .where('case_key', '=', caseKey)
      .executeTakeFirstOrThrow()
  ).root_case_key;

/** How many cases there are, and how many have each of the keys. */
export async function countKeys(
  trx: Trx,
  sponsorKey: number,
  keys: readonly string[],
): Promise<{ total: number; counts: ReadonlyMap<string, number> }> {
  const { rows } = await sql<{ key: string | null; count: number }>`
    select null as key, count(*) as count from case_search where sponsor_key = ${sponsorKey}
    union all
    select k.key, count(*) from case_search_key k
    where k.sponsor_key = ${sponsorKey} and k.key = any(${[...keys]}::text[]) group by k.key`.execute(trx);
  return {
    total: rows.find(({ key }) => key === null)?.count ?? 0,
    counts: new Map(rows.flatMap(({ key, count }) => (key === null ? [] : [[key, count] as const]))),
  };
}

export interface WeighedKey {
  key: string;
  /** bits: how much sharing it says */
  weight: number;
}

export interface Candidate {
  root_case_key: number;
  case_key: number;
  case_no: string;
  version_no: number;
  updated_at: Date;
  report_type: string | null;
  document: DuplicateDocument;
}

/** Of cases with the alias `c`. */
export type CaseCondition = RawBuilder<boolean>;

/** so many are looked at for being in scope */
const RANKED = 3000;

/** The cases in scope that share the most with the keys, deleted ones left out; the best `limit` of them. */
export async function findCandidates(
  trx: Trx,
  sponsorKey: number,
  scope: Scope,
  keys: readonly WeighedKey[],
  { without, limit, among }: { without: number | null; limit: number; among: CaseCondition | null },
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    with ranked as materialized (
      select k.root_case_key, sum(a.weight) as weight
      from unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ weight }) => weight)}::float8[])
        as a(key, weight)
      join case_search_key k on k.sponsor_key = ${sponsorKey} and k.key = a.key
      where k.root_case_key <> ${without ?? 0}
      group by k.root_case_key order by 2 desc limit ${RANKED}
    )
    select s.root_case_key, c.case_key, c.case_no, c.version_no, c.updated_at, c.report_type, s.document
    from ranked r
    join case_search s on s.sponsor_key = ${sponsorKey} and s.root_case_key = r.root_case_key
    join pv_case c on c.sponsor_key = s.sponsor_key and c.case_key = s.case_key
    where c.latest and c.del_flag = 'N' and ${caseInScope(scope)} ${among ? sql`and ${among}` : sql``}
    order by r.weight desc limit ${limit}`.execute(trx);
  return rows;
}
