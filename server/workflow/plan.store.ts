/** Queries on a sponsor's workflow. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { PrivilegeId } from '../../shared/access/privileges.ts';
import type { WorkflowPlan, WorkflowStep } from '../../shared/workflow/plan.ts';
import type { Trx } from '../storage/database.ts';

/** Who may own a case in a step that names no role. */
const EDIT: PrivilegeId = 'EDIT.CASE';

export interface NamedStep extends WorkflowStep {
  /** by language; `en` is always there */
  name: Record<string, string>;
  description: string;
  roles: { ROLE_ID: number; ROLE_NAME: string }[];
}
export type NamedPlan = WorkflowPlan<NamedStep>;

/** The steps of the sponsor in their order, each with the roles that may own a case in it, and their routes. */
export async function findPlan(trx: Trx, sponsorKey: number): Promise<NamedPlan> {
  const steps = await stepsInOrder(trx, sponsorKey)
    .select(
      sql<NamedStep['roles']>`(
        select coalesce(jsonb_agg(jsonb_build_object('ROLE_ID', r.role_id, 'ROLE_NAME', r.name) order by r.name), '[]')
        from role r
        where r.sponsor_key = w.sponsor_key and r.del_flag = 'N' and (
          exists (select 1 from workflow_step_role o where o.sponsor_key = w.sponsor_key
            and o.workflow_key = w.workflow_key and o.role_id = r.role_id)
          or not exists (select 1 from workflow_step_role o where o.sponsor_key = w.sponsor_key
              and o.workflow_key = w.workflow_key)
            and exists (select 1 from role_privilege p where p.sponsor_key = r.sponsor_key
              and p.role_id = r.role_id and p.priv_id = ${EDIT})
        )
      )`.as('roles'),
    )
    .execute();
  return {
    steps: steps.map((step) => ({
      workflowKey: step.workflow_key,
      name: step.name,
      description: step.description,
      sort: step.sort,
      editable: step.editable,
      saved: step.is_saved,
      approval: step.approval,
      fourEyes: step.four_eyes,
      dueDays: step.due_days,
      normalHours: step.normal_hours,
      maximumHours: step.maximum_hours,
      roles: step.roles,
    })),
    routes: await findRoutes(trx, sponsorKey),
  };
}

/** The steps of the sponsor (`w`) that are not deleted, whole. */
export const stepsInOrder = (trx: Trx, sponsorKey: number) =>
  trx
    .selectFrom('workflow_step as w')
    .selectAll('w')
    .where('w.sponsor_key', '=', sponsorKey)
    .where('w.del_flag', '=', 'N')
    .orderBy('w.sort')
    .orderBy('w.workflow_key');

export const findRoutes = (trx: Trx, sponsorKey: number): Promise<NamedPlan['routes']> =>
  trx
    .selectFrom('workflow_route')
    .select(['from_key as from', 'to_key as to'])
    .where('sponsor_key', '=', sponsorKey)
    .orderBy('from_key')
    .orderBy('to_key')
    .execute();

/** The workflow stays as it is until the transaction ends. */
export const holdPlan = (trx: Trx, sponsorKey: number) =>
  trx
    .selectFrom('workflow_step')
    .select('workflow_key')
    .where('sponsor_key', '=', sponsorKey)
    .orderBy('workflow_key')
    .forShare()
    .execute();

/** Whether the sponsor has the step, which then stays until the transaction ends. */
export async function hasStep(trx: Trx, sponsorKey: number, workflowKey: string): Promise<boolean> {
  await holdPlan(trx, sponsorKey);
  const found = await trx
    .selectFrom('workflow_step')
    .select('workflow_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('workflow_key', '=', workflowKey)
    .where('del_flag', '=', 'N')
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * The step where every case begins, with the sponsor's time zone; undefined where no workflow is used. Nobody changes its
 * days until the transaction ends.
 */
export const findFirstStep = (trx: Trx, sponsorKey: number) =>
  trx
    .selectFrom('workflow_step as w')
    .innerJoin('sponsor as s', 's.sponsor_key', 'w.sponsor_key')
    .select(['w.workflow_key', 'w.name', 'w.due_days', 's.time_zone'])
    .where('w.sponsor_key', '=', sponsorKey)
    .where('s.use_workflow', '=', true)
    .where('w.is_saved', '=', true)
    .where('w.del_flag', '=', 'N')
    .forShare('w')
    .executeTakeFirst();

export async function usesWorkflow(trx: Trx, sponsorKey: number): Promise<boolean> {
  const found = await trx
    .selectFrom('sponsor')
    .select('use_workflow')
    .where('sponsor_key', '=', sponsorKey)
    .executeTakeFirst();
  return found?.use_workflow ?? false;
}

/** A step's name in a language. */
export const nameIn = (name: Record<string, string>, language: keyof LocalizedText): string =>
  name[language] ?? name['en'] ?? '';
