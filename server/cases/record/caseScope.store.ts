/** Row scope of cases: the policy of shared/access/scope.ts for a case in hand, and the same as a condition of queries. */
import { sql, type RawBuilder } from 'kysely';
import { limitsOf, scopeAllows, type Masters, type Scope } from '../../../shared/access/scope.ts';
import type { Trx } from '../../storage/database.ts';
import type { CaseRecord } from './case.store.ts';

/**
 * Whether the scope allows a case, judged by its newest version: all versions share one audit trail, and so one
 * answer.
 */
export const inScope = (
  scope: Scope,
  { sender_key, product_keys, study_keys }: Pick<CaseRecord, 'sender_key' | 'product_keys' | 'study_keys'>,
): boolean =>
  scopeAllows(scope, { senderKeys: [sender_key], productKeys: product_keys, studyKeys: study_keys });

type Condition = (alias: string, keys: readonly number[]) => RawBuilder<boolean>;

const shares =
  (column: 'product_keys' | 'study_keys'): Condition =>
  (alias, keys) => {
    const concerned = sql.ref(`${alias}.${column}`);
    return sql`(${concerned} = '{}' or ${concerned} && ${[...keys]}::int[])`;
  };

/** A case has exactly one sender; said so, an index finds it. */
const CONDITIONS: Record<keyof Masters, Condition> = {
  senderKeys: (alias, keys) => sql`${sql.ref(`${alias}.sender_key`)} = any(${[...keys]}::int[])`,
  productKeys: shares('product_keys'),
  studyKeys: shares('study_keys'),
};

/** `inScope` of a row of `pv_case` in a query that takes newest versions only. */
export function caseInScope(scope: Scope, alias = 'c'): RawBuilder<boolean> {
  const limits = limitsOf(scope);
  if (limits.length === 0) return sql<boolean>`true`;
  const conditions = limits.map((kind) => CONDITIONS[kind](alias, scope[kind]));
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Those of the versions of cases that are in scope. */
export async function keysInScope(
  trx: Trx,
  sponsorKey: number,
  scope: Scope,
  caseKeys: readonly number[],
): Promise<Set<number>> {
  const found = await trx
    .selectFrom('pv_case as v')
    .innerJoin('pv_case as c', (join) =>
      join
        .onRef('c.sponsor_key', '=', 'v.sponsor_key')
        .onRef('c.root_case_key', '=', 'v.root_case_key')
        .on('c.latest', '=', true),
    )
    .select('v.case_key')
    .where('v.sponsor_key', '=', sponsorKey)
    .where(sql<boolean>`v.case_key = any(${[...caseKeys]}::bigint[])`)
    .where(caseInScope(scope))
    .execute();
  return new Set(found.map(({ case_key }) => case_key));
}
