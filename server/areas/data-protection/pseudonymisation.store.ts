/** Queries of the release of a pseudonymisation. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import { caseInScope } from '../../cases/record/caseScope.store.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Trx } from '../../storage/database.ts';

/** The first versions of those newest versions that the user sees. */
export async function findRootKeys(
  trx: Trx,
  user: SessionUser,
  caseKeys: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ root_case_key: number }>`
    select c.root_case_key from pv_case c
    where c.sponsor_key = ${user.sponsorKey} and c.latest and c.case_key = any(${[...caseKeys]}::bigint[])
      and ${caseInScope(user)}
    order by c.root_case_key`.execute(trx);
  return rows.map(({ root_case_key }) => root_case_key);
}

/** Id of the user who set the retention rule; null: it is the product's. */
export async function findRuleAuthor(trx: Trx, sponsorKey: number): Promise<string | null> {
  const found = await trx
    .selectFrom('sponsor_setting')
    .select('user_id')
    .where('sponsor_key', '=', sponsorKey)
    .where('name', '=', 'retention')
    .executeTakeFirst();
  return found?.user_id ?? null;
}
