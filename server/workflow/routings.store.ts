/** Queries on the way cases took. They take the transaction they are part of, and decide nothing. */
import { sql, type Insertable } from 'kysely';
import type { Trx } from '../storage/database.ts';
import type { CaseTable } from '../storage/tables.ts';
import type { CaseWorkflowTable } from '../storage/workTables.ts';

/** The version of a case. */
export interface CaseOf {
  sponsor_key: number;
  case_key: number;
}

/** Adds the next entry of a version's way. */
export async function insertRouting(
  trx: Trx,
  { sponsor_key, case_key }: CaseOf,
  entry: Omit<Insertable<CaseWorkflowTable>, 'sponsor_key' | 'case_key' | 'step_no'>,
): Promise<void> {
  const before = trx
    .selectFrom('case_workflow')
    .select(sql<number>`coalesce(max(step_no), 0) + 1`.as('step_no'))
    .where('sponsor_key', '=', sponsor_key)
    .where('case_key', '=', case_key);
  await trx
    .insertInto('case_workflow')
    .values({ ...entry, sponsor_key, case_key, step_no: before })
    .execute();
}

export type Owner = Pick<
  Insertable<CaseTable>,
  | 'workflow_status'
  | 'workflow_role_id'
  | 'workflow_user_key'
  | 'workflow_at'
  | 'workflow_due_at'
  | 'workflow_returned'
>;

/** Gives the case to its owner. */
export async function setOwner(
  trx: Trx,
  { sponsor_key, case_key }: CaseOf,
  owner: Owner & { status_at?: Date; retrieved_at?: Date; updated_at?: Date; updated_by?: string },
): Promise<void> {
  await trx
    .updateTable('pv_case')
    .set(owner)
    .where('sponsor_key', '=', sponsor_key)
    .where('case_key', '=', case_key)
    .execute();
}

/** Who brought the case to where it is, and who had saved it last before; undefined where it never was routed. */
export const findArrival = (trx: Trx, { sponsor_key, case_key }: CaseOf) =>
  trx
    .selectFrom('case_workflow')
    .select(['by_user_key', 'edited_by_user_key'])
    .where('sponsor_key', '=', sponsor_key)
    .where('case_key', '=', case_key)
    .where(sql<boolean>`from_status is distinct from to_status`)
    .orderBy('step_no', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The way of a version, newest first. */
export const findRoutings = (trx: Trx, { sponsor_key, case_key }: CaseOf, offset: number, limit: number) =>
  trx
    .selectFrom('case_workflow')
    .selectAll()
    .where('sponsor_key', '=', sponsor_key)
    .where('case_key', '=', case_key)
    .orderBy('step_no', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countRoutings(trx: Trx, { sponsor_key, case_key }: CaseOf): Promise<number> {
  const { count } = await trx
    .selectFrom('case_workflow')
    .select(sql<number>`count(*)`.as('count'))
    .where('sponsor_key', '=', sponsor_key)
    .where('case_key', '=', case_key)
    .executeTakeFirstOrThrow();
  return count;
}
