/** Queries of the home page. They take the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder } from 'kysely';
import { caseInScope } from '../../cases/record/caseScope.store.ts';
import { DUE_REPORTS, isStillDue } from '../../obligations/stillDue.store.ts';
import { lateInStep, ownedBy, returnedTo } from '../../workflow/workflowOwner.store.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Trx } from '../../storage/database.ts';
import { inLanguage } from '../../storage/inLanguage.ts';

/** The name of the workflow step `s` in a language, else in English; what the case holds where there is no such step. */
export const stepName = (language: Language): RawBuilder<string> =>
  sql<string>`coalesce(${inLanguage(sql`s.name`, language)}, c.workflow_status)`;

export interface FoundReport {
  case_key: number;
  case_no: string;
  version_no: number;
  receiver: string;
  rule_id: string;
  day0: string;
  due: string;
  step: string;
  owner: string;
  patient_name: string | null;
  product_name: string | null;
  ae_term: string | null;
}

/** Due soonest first. */
export async function findDueReports(
  trx: Trx,
  user: SessionUser,
  language: Language,
  limit: number,
): Promise<FoundReport[]> {
  const { rows } = await sql<FoundReport>`
    select c.case_key, c.case_no, c.version_no, o.receiver, o.rule_id, o.day0, o.due, ${stepName(language)} as step,
      coalesce(u.name, '') as owner, c.patient_name, c.product_name, c.ae_term
    from ${DUE_REPORTS} where ${isStillDue(user)}
    order by o.due, c.case_key, o.receiver limit ${limit}`.execute(trx);
  return rows;
}

/** How many are due on each day, late ones too. */
export async function countDue(trx: Trx, user: SessionUser): Promise<{ day: string; count: number }[]> {
  const { rows } = await sql<{ day: string; count: number }>`
    select o.due as day, count(*) as count from ${DUE_REPORTS} where ${isStillDue(user)} group by o.due`.execute(
    trx,
  );
  return rows;
}

export interface StepCount {
  workflow_key: string;
  step: string;
  mine: number;
  role: number;
  unassigned: number;
  claimable: number;
  returned: number;
  late: number;
  all: number;
}

/** Every step of the sponsor, in their order, with the cases in it that the user may see. */
export async function countSteps(
  trx: Trx,
  user: SessionUser,
  language: Language,
  now: Date,
): Promise<StepCount[]> {
  const cases = (condition: RawBuilder<boolean>) => sql`count(c.case_key) filter (where ${condition})`;
  const { rows } = await sql<StepCount>`
    select s.workflow_key, ${inLanguage(sql`s.name`, language)} as step,
      ${cases(ownedBy('mine', user))} as mine, ${cases(ownedBy('role', user))} as role,
      ${cases(ownedBy('unassigned', user))} as unassigned,
      ${cases(ownedBy('claimable', user))} as claimable, ${cases(returnedTo(user))} as returned,
      ${cases(lateInStep(now))} as late,
      count(c.case_key) as all
    from workflow_step s
    left join pv_case c on c.sponsor_key = s.sponsor_key and c.workflow_status = s.workflow_key
      and c.latest and c.del_flag = 'N' and ${caseInScope(user)}
    where s.sponsor_key = ${user.sponsorKey} and (s.del_flag = 'N' or c.case_key is not null)
    group by s.workflow_key, s.name, s.sort
    order by s.sort, s.workflow_key`.execute(trx);
  return rows;
}

export const usesWorkflow = async (trx: Trx, sponsorKey: number): Promise<boolean> => {
  const { use_workflow } = await trx
    .selectFrom('sponsor')
    .select('use_workflow')
    .where('sponsor_key', '=', sponsorKey)
    .executeTakeFirstOrThrow();
  return use_workflow;
};

/** Changed last first. */
export const findChangedLast = (trx: Trx, user: SessionUser, limit: number) =>
  trx
    .selectFrom('pv_case as c')
    .select(['c.case_key', 'c.case_no', 'c.ae_term', 'c.product_name', 'c.updated_at', 'c.updated_by'])
    .where('c.sponsor_key', '=', user.sponsorKey)
    .where('c.latest', '=', true)
    .where('c.del_flag', '=', 'N')
    .where(caseInScope(user))
    .orderBy('c.updated_at', 'desc')
    .orderBy('c.case_key', 'desc')
    .limit(limit)
    .execute();

/** What a sponsor has of what it needs first; `users`: anybody besides the first one. */
export function findFirst(trx: Trx, sponsorKey: number) {
  const active = (kind: string) => sql<boolean>`exists (select 1 from record
    where sponsor_key = ${sponsorKey} and kind = ${kind} and state = 'active' and del_flag = 'N')`;
  return trx
    .selectNoFrom([
      active('sender').as('sender'),
      active('product').as('product'),
      // an authority is sent to without a record, too, where the usual identifiers fit
      sql<boolean>`${active('receiver')} or exists (select 1 from submission_batch
        where sponsor_key = ${sponsorKey} and sent_at is not null)`.as('receiver'),
      sql<boolean>`(select count(*) > 1 from user_sponsor where sponsor_key = ${sponsorKey})`.as('users'),
    ])
    .executeTakeFirstOrThrow();
}
