/** Queries on the workflow of a sponsor while it is edited. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { PrivilegeId } from '../../../shared/access/privileges.ts';
import { LABEL_LANGUAGES, type CasesInStep, type EditedPlan } from '../../../shared/workflow/planEdit.ts';
import type { Trx } from '../../storage/database.ts';
import { findRoutes, stepsInOrder } from '../../workflow/plan.store.ts';

/** Either lets a user work on a case that they own: edit it, or route it on. */
const OWNERS: readonly PrivilegeId[] = ['EDIT.CASE', 'READ.CASE_WORKFLOW'];

/** Whether the workflow is used, and when it was changed last; null: never. */
export const findUse = (trx: Trx, sponsorKey: number) =>
  trx
    .selectFrom('sponsor')
    .select(['use_workflow as useWorkflow', 'workflow_set_at as at'])
    .where('sponsor_key', '=', sponsorKey)
    .executeTakeFirstOrThrow();

export async function findEditedPlan(trx: Trx, sponsorKey: number): Promise<Omit<EditedPlan, 'useWorkflow'>> {
  const steps = await stepsInOrder(trx, sponsorKey)
    .select([
      sql<number[]>`array(select o.role_id from workflow_step_role o
        join role r on r.sponsor_key = o.sponsor_key and r.role_id = o.role_id and r.del_flag = 'N'
        where o.sponsor_key = w.sponsor_key and o.workflow_key = w.workflow_key order by o.role_id)`.as(
        'role_ids',
      ),
      sql<number[]>`array(select r.role_id from role r where r.sponsor_key = w.sponsor_key
        and r.role_id = any(w.alarm_role_ids) and r.del_flag = 'N' order by r.role_id)`.as('alarms'),
    ])
    .execute();
  return {
    steps: steps.map((step) => ({
      workflowKey: step.workflow_key,
      name: { en: '', ko: '', ja: '', zh: '', ...step.name },
      description: step.description,
      dueDays: step.due_days,
      normalHours: step.normal_hours,
      maximumHours: step.maximum_hours,
      alarmOwner: step.alarm_owner,
      alarmRoleIds: step.alarms,
      editable: step.editable,
      approval: step.approval,
      fourEyes: step.four_eyes,
      roleIds: step.role_ids,
    })),
    routes: await findRoutes(trx, sponsorKey),
  };
}

/** Newest versions of cases by the step they stand in. */
export const countCases = (trx: Trx, sponsorKey: number): Promise<CasesInStep[]> =>
  trx
    .selectFrom('pv_case')
    .select((eb) => [
      'workflow_status as workflowKey',
      sql<number>`count(*)::int`.as('cases'),
      sql<number>`(count(*) filter (where ${eb.ref('del_flag')} = 'N' and not ${eb.ref('locked')}))::int`.as(
        'open',
      ),
    ])
    .where('sponsor_key', '=', sponsorKey)
    .where('latest', '=', true)
    .groupBy('workflow_status')
    .execute();

/** All roles, how many users hold each, and whether it may own a case: it may work on one, or is named by a step. */
export const findRoles = (trx: Trx, sponsorKey: number) =>
  trx
    .selectFrom('role as r')
    .select([
      'r.role_id as roleId',
      'r.name',
      sql<number>`(select count(*)::int from user_role ur
        where ur.sponsor_key = r.sponsor_key and ur.role_id = r.role_id)`.as('users'),
      sql<boolean>`(
        exists (select 1 from role_privilege p where p.sponsor_key = r.sponsor_key and p.role_id = r.role_id
          and p.priv_id = any(${OWNERS}::text[]))
        or exists (select 1 from workflow_step_role o where o.sponsor_key = r.sponsor_key
          and o.role_id = r.role_id)
      )`.as('mayOwn'),
    ])
    .where('r.sponsor_key', '=', sponsorKey)
    .where('r.del_flag', '=', 'N')
    .orderBy('r.name')
    .execute();

/** Every key that a step of the sponsor has or had, locked: no case comes to a step, or leaves one, meanwhile. */
export async function lockStepKeys(trx: Trx, sponsorKey: number): Promise<string[]> {
  const steps = await trx
    .selectFrom('workflow_step')
    .select('workflow_key')
    .where('sponsor_key', '=', sponsorKey)
    .orderBy('workflow_key')
    .forUpdate()
    .execute();
  return steps.map(({ workflow_key }) => workflow_key);
}

/** Puts the workflow in the place of the one before. `is_saved` stays as it is. */
export async function putPlan(
  trx: Trx,
  sponsorKey: number,
  { useWorkflow, steps, routes }: EditedPlan,
  at: Date,
): Promise<void> {
  const ofSponsor = { sponsor_key: sponsorKey };
  await trx
    .updateTable('sponsor')
    .set({ use_workflow: useWorkflow, workflow_set_at: at })
    .where('sponsor_key', '=', sponsorKey)
    .execute();
  await trx.deleteFrom('workflow_route').where('sponsor_key', '=', sponsorKey).execute();
  await trx.deleteFrom('workflow_step_role').where('sponsor_key', '=', sponsorKey).execute();
  await trx
    .updateTable('workflow_step')
    .set({ del_flag: 'Y' })
    .where('sponsor_key', '=', sponsorKey)
    .where(
      'workflow_key',
      'not in',
      steps.map(({ workflowKey }) => workflowKey),
    )
    .execute();
  await trx
    .insertInto('workflow_step')
    .values(
      steps.map((step, index) => ({
        ...ofSponsor,
        workflow_key: step.workflowKey,
        sort: index + 1,
        name: JSON.stringify(withoutEmpty(step.name)),
        description: step.description,
        due_days: step.dueDays,
        normal_hours: step.normalHours,
        maximum_hours: step.maximumHours,
        alarm_owner: step.alarmOwner,
        alarm_role_ids: [...step.alarmRoleIds],
        editable: step.editable,
        approval: step.approval,
        four_eyes: step.fourEyes,
        del_flag: 'N' as const,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['sponsor_key', 'workflow_key']).doUpdateSet(({ ref }) => ({
        sort: ref('excluded.sort'),
        name: ref('excluded.name'),
        description: ref('excluded.description'),
        due_days: ref('excluded.due_days'),
        normal_hours: ref('excluded.normal_hours'),
        maximum_hours: ref('excluded.maximum_hours'),
        alarm_owner: ref('excluded.alarm_owner'),
        alarm_role_ids: ref('excluded.alarm_role_ids'),
        editable: ref('excluded.editable'),
        approval: ref('excluded.approval'),
        four_eyes: ref('excluded.four_eyes'),
      })),
    )
    .execute();
  const roles = steps.flatMap(({ workflowKey, roleIds }) =>
    roleIds.map((role_id) => ({ ...ofSponsor, workflow_key: workflowKey, role_id })),
  );
  if (roles.length > 0) await trx.insertInto('workflow_step_role').values(roles).execute();
  const ways = routes.map(({ from, to }) => ({ ...ofSponsor, from_key: from, to_key: to }));
  if (ways.length > 0) await trx.insertInto('workflow_route').values(ways).execute();
}

/** A language without a name of its own falls back to English, so an empty one is not stored. */
const withoutEmpty = (name: EditedPlan['steps'][number]['name']): Record<string, string> =>
  Object.fromEntries(
    LABEL_LANGUAGES.map((language) => [language, name[language].trim()] as const).filter(
      ([, text]) => text !== '',
    ),
  );
