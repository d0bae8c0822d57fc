/** Queries of the verification of all chains. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { AuditScope } from '../storage/auditTables.ts';
import type { Trx } from '../storage/database.ts';
import type { Chain } from './auditEntry.ts';
import type { Finding } from './finding.ts';

/** A chain of a sponsor, in the order of verification; an empty scope is before all. */
export interface ChainKey {
  scope: AuditScope | '';
  scopeKey: number;
}

/** The next chains after one: those with an end, and those of cases, which must have one. */
export async function findChains(
  trx: Trx,
  sponsorKey: number,
  after: ChainKey,
  limit: number,
): Promise<Chain[]> {
  const { rows } = await sql<{ scope: AuditScope; scope_key: number }>`
    select scope, scope_key from audit_head
    where sponsor_key = ${sponsorKey} and (scope, scope_key) > (${after.scope}, ${after.scopeKey}::bigint)
    union
    select 'case', root_case_key from pv_case
    where sponsor_key = ${sponsorKey} and ('case', root_case_key) > (${after.scope}, ${after.scopeKey}::bigint)
    order by scope, scope_key limit ${limit}`.execute(trx);
  return rows.map(({ scope, scope_key }) => ({ sponsorKey, scope, scopeKey: scope_key }));
}

export async function countChains(trx: Trx, sponsorKey: number): Promise<number> {
  const { count } = await trx
    .selectFrom('audit_head')
    .select((head) => head.fn.countAll<number>().as('count'))
    .where('sponsor_key', '=', sponsorKey)
    .executeTakeFirstOrThrow();
  return count;
}

/** Numbers of cases, by the key of their first version. */
export async function findCaseNumbers(
  trx: Trx,
  sponsorKey: number,
  rootCaseKeys: readonly number[],
): Promise<Map<number, string>> {
  if (rootCaseKeys.length === 0) return new Map();
  const found = await trx
    .selectFrom('pv_case')
    .select(['root_case_key', 'case_no'])
    .where('sponsor_key', '=', sponsorKey)
    .where('root_case_key', 'in', rootCaseKeys)
    .execute();
  return new Map(found.map(({ root_case_key, case_no }) => [root_case_key, case_no]));
}

/** Has ends anchored again that count as anchored, but are not in the anchor file. */
export async function anchorAgain(
  trx: Trx,
  heads: readonly { chain: Chain; saveNo: number }[],
): Promise<void> {
  if (heads.length === 0) return;
  await sql`
    update audit_head h set anchored = false
    from unnest(${heads.map(({ chain }) => chain.sponsorKey)}::int[],
      ${heads.map(({ chain }) => chain.scope)}::text[], ${heads.map(({ chain }) => chain.scopeKey)}::bigint[],
      ${heads.map(({ saveNo }) => saveNo)}::int[]) as a (sponsor_key, scope, scope_key, save_no)
    where h.sponsor_key = a.sponsor_key and h.scope = a.scope and h.scope_key = a.scope_key
      and h.save_no = a.save_no and h.anchored`.execute(trx);
}

/** How far a verification is, and what it has found. */
export interface Verification {
  last: ChainKey;
  chains: number;
  differences: number;
  findings: Finding[];
}

/** When the latest verification of the sponsor began; null: there was none. */
export async function findStart(trx: Trx, sponsorKey: number): Promise<Date | null> {
  const found = await trx
    .selectFrom('audit_verification')
    .select('started_at')
    .where('sponsor_key', '=', sponsorKey)
    .executeTakeFirst();
  return found?.started_at ?? null;
}

/** The verification that was interrupted; null: there is none. */
export async function findInterrupted(trx: Trx, sponsorKey: number): Promise<Verification | null> {
  const found = await trx
    .selectFrom('audit_verification')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  if (!found) return null;
  const { scope, scope_key, chains, differences, findings } = found;
  const last = { scope: scope as ChainKey['scope'], scopeKey: scope_key };
  return { last, chains, differences, findings: findings as Finding[] };
}

/** Begins a verification in place of the latest one. */
export async function putStart(trx: Trx, sponsorKey: number, at: Date): Promise<void> {
  const row = {
    started_at: at,
    scope: '',
    scope_key: 0,
    chains: 0,
    differences: 0,
    findings: '[]',
    finished_at: null,
  };
  await trx
    .insertInto('audit_verification')
    .values({ sponsor_key: sponsorKey, ...row })
    .onConflict((same) => same.column('sponsor_key').doUpdateSet(row))
    .execute();
}

/** Stores how far the verification is. */
export const putProgress = (
  trx: Trx,
  sponsorKey: number,
  { last, chains, differences, findings }: Verification,
) =>
  trx
    .updateTable('audit_verification')
    .set({
      scope: last.scope,
      scope_key: last.scopeKey,
      chains,
      differences,
      findings: JSON.stringify(findings),
    })
    .where('sponsor_key', '=', sponsorKey)
    .execute();

export const putEnd = (trx: Trx, sponsorKey: number, at: Date) =>
  trx
    .updateTable('audit_verification')
    .set({ finished_at: at })
    .where('sponsor_key', '=', sponsorKey)
    .execute();
