/** Queries on until when cases may stay in their steps. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { Trx } from '../storage/database.ts';

export interface ChangedStep {
  sponsor_key: number;
  workflow_key: string;
  due_days: number | null;
  time_zone: string;
  /** the two as one text */
  due_with: string;
}

const DUE_WITH = sql<string>`concat(w.due_days, ' ', s.time_zone)`;

/** A step whose cases were reckoned with other days, or by another calendar, than hold now. */
export const findChangedStep = (trx: Trx, sponsorKey: number): Promise<ChangedStep | undefined> =>
  trx
    .selectFrom('workflow_step as w')
    .innerJoin('sponsor as s', 's.sponsor_key', 'w.sponsor_key')
    .select(['w.sponsor_key', 'w.workflow_key', 'w.due_days', 's.time_zone', DUE_WITH.as('due_with')])
    .where('w.sponsor_key', '=', sponsorKey)
    .where(sql<boolean>`w.due_with is distinct from ${DUE_WITH}`)
    .orderBy('w.sort')
    .limit(1)
    .executeTakeFirst();

/** Newest versions in the step by their keys, kept from others until the transaction ends. */
export const lockCasesIn = (
  trx: Trx,
  { sponsor_key, workflow_key }: ChangedStep,
  after: number,
  limit: number,
): Promise<{ case_key: number; workflow_at: Date }[]> =>
  trx
    .selectFrom('pv_case')
    .select(['case_key', sql<Date>`workflow_at`.as('workflow_at')])
    .where('sponsor_key', '=', sponsor_key)
    .where('workflow_status', '=', workflow_key)
    .where('latest', '=', true)
    .where('workflow_at', 'is not', null)
    .where('case_key', '>', after)
    .orderBy('case_key')
    .limit(limit)
    .forUpdate()
    .execute();

export const putDueTimes = (
  trx: Trx,
  sponsorKey: number,
  due: readonly { caseKey: number; dueAt: Date | null }[],
) =>
  sql`
    update pv_case c set workflow_due_at = d.due_at
    from unnest(${due.map(({ caseKey }) => caseKey)}::bigint[], ${due.map(({ dueAt }) => dueAt)}::timestamptz[])
      as d (case_key, due_at)
    where c.sponsor_key = ${sponsorKey} and c.case_key = d.case_key
      and c.workflow_due_at is distinct from d.due_at`.execute(trx);

/** What its cases are reckoned with from now on; a step that was changed again meanwhile is found again. */
export const markStepDue = (trx: Trx, { sponsor_key, workflow_key, due_with }: ChangedStep) =>
  trx
    .updateTable('workflow_step')
    .set({ due_with })
    .where('sponsor_key', '=', sponsor_key)
    .where('workflow_key', '=', workflow_key)
    .execute();

/** The days a case may stay in the step, locked until the transaction ends. */
export async function holdDueDays(trx: Trx, sponsorKey: number, workflowKey: string): Promise<number | null> {
  const { due_days } = await trx
    .selectFrom('workflow_step')
    .select('due_days')
    .where('sponsor_key', '=', sponsorKey)
    .where('workflow_key', '=', workflowKey)
    .forShare()
    .executeTakeFirstOrThrow();
  return due_days;
}
