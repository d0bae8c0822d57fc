/** Queries on where records are used. They take the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder } from 'kysely';
import type { RecordScope } from '../../../schemas/compile/sources.types.ts';
import type { Scope } from '../../../shared/access/scope.ts';
import { caseInScope } from '../../cases/record/caseScope.store.ts';
import type { Trx } from '../../storage/database.ts';

/** As many are named; all are counted. */
const NAMED = 10;

/** The newest versions of cases that name the record. */
const NAMES: Record<RecordScope, (key: number) => RawBuilder<boolean>> = {
  senderKeys: (key) => sql`c.sender_key = ${key}`,
  productKeys: (key) => sql`${key}::int = any(c.product_keys)`,
  studyKeys: (key) => sql`${key}::int = any(c.study_keys)`,
};

const LIMITS: Record<RecordScope, { table: string; column: string }> = {
  senderKeys: { table: 'user_sender', column: 'sender_key' },
  productKeys: { table: 'user_product', column: 'product_key' },
  studyKeys: { table: 'user_study', column: 'study_key' },
};

interface Uses<Use> {
  total: number;
  some: Use[];
}

export async function findCasesWith(
  trx: Trx,
  user: Scope & { sponsorKey: number },
  scope: RecordScope,
  key: number,
): Promise<Uses<{ caseKey: number; caseNo: string }>> {
  const { rows } = await sql<{ caseKey: number; caseNo: string; total: number }>`
    select c.case_key as "caseKey", c.case_no as "caseNo", count(*) over () as total from pv_case c
    where c.sponsor_key = ${user.sponsorKey} and c.latest and c.del_flag = 'N' and ${NAMES[scope](key)}
      and ${caseInScope(user)}
    order by c.case_no limit ${NAMED}`.execute(trx);
  return { total: rows[0]?.total ?? 0, some: rows.map(({ caseKey, caseNo }) => ({ caseKey, caseNo })) };
}

export async function findUsersLimitedTo(
  trx: Trx,
  sponsorKey: number,
  scope: RecordScope,
  key: number,
): Promise<Uses<{ userId: string; userName: string }>> {
  const { table, column } = LIMITS[scope];
  const { rows } = await sql<{ userId: string; userName: string; total: number }>`
    select u.user_id as "userId", u.name as "userName", count(*) over () as total
    from ${sql.table(table)} l join app_user u on u.user_key = l.user_key
    where l.sponsor_key = ${sponsorKey} and l.${sql.ref(column)} = ${key}
    order by u.user_id limit ${NAMED}`.execute(trx);
  return { total: rows[0]?.total ?? 0, some: rows.map(({ userId, userName }) => ({ userId, userName })) };
}
