/**
 * The workflow of a sponsor as a part of its configuration: one element. Steps are named by their English names and owners by
 * the names of their roles, since keys belong to a sponsor.
 */
import { Type, type Static } from 'typebox';
import type { PackAddress } from '../../../shared/configuration/pack.ts';
import { MAX_ROLES, MAX_ROLE_NAME } from '../../../shared/contract/roles.ts';
import { saveWorkflowSettings } from '../../../shared/contract/workflowSettings.ts';
import { FIRST_STEP, MAX_STEP_NAME, MAX_STEPS } from '../../../shared/workflow/planEdit.ts';
import type { ConfigurationPart, ConfigurationWorld } from '../../configuration/configurationPart.ts';
import { configurationNeeds } from '../../problems.ts';
import { changeWorkflow, workflowSettingsOf } from './workflowSettings.service.ts';
import type { SessionUser } from '../../http/session.ts';

const Step = saveWorkflowSettings.body.properties.steps.items.properties;
const RoleNames = Type.Array(Type.String({ maxLength: MAX_ROLE_NAME }), {
  maxItems: MAX_ROLES,
  uniqueItems: true,
});
const StepName = Type.String({ maxLength: MAX_STEP_NAME });

const Content = Type.Object({
  useWorkflow: Type.Boolean(),
  steps: Type.Array(
    Type.Object({
      name: Step.name,
      description: Step.description,
      dueDays: Step.dueDays,
      normalHours: Step.normalHours,
      maximumHours: Step.maximumHours,
      alarmOwner: Step.alarmOwner,
      editable: Step.editable,
      approval: Step.approval,
      fourEyes: Step.fourEyes,
      roles: RoleNames,
      alarmRoles: RoleNames,
    }),
    { minItems: 1, maxItems: MAX_STEPS },
  ),
  routes: Type.Array(Type.Object({ from: StepName, to: StepName }), { maxItems: MAX_STEPS * MAX_STEPS }),
});
type Content = Static<typeof Content>;
type Settings = Awaited<ReturnType<typeof workflowSettingsOf>>;

const NAME = 'workflow';

export const workflowPart: ConfigurationPart<Content> = {
  part: 'workflow',
  together: false,
  schemaOf: (name) => (name === NAME ? Content : null),
  read: async (deps, user) => [{ name: NAME, content: await contentOf(deps, user) }],
  needs: ({ steps }) =>
    [...new Set(steps.flatMap(({ roles, alarmRoles }) => [...roles, ...alarmRoles]))].map(
      (name): PackAddress => ({ part: 'roles', name }),
    ),
  put: async (deps, importer, elements, reason) => {
    for (const { content } of elements) {
      const stored = await workflowSettingsOf(deps, importer.user);
      await changeWorkflow(deps, importer, { reason, setAt: stored.setAt, ...planOf(content, stored) });
    }
    return {};
  },
};

async function contentOf(deps: ConfigurationWorld, user: SessionUser): Promise<Content> {
  const { useWorkflow, steps, routes, roles } = await workflowSettingsOf(deps, user);
  const roleName = (roleId: number) => roles.find((role) => role.roleId === roleId)?.name ?? String(roleId);
  const stepName = (key: string) => steps.find(({ workflowKey }) => workflowKey === key)?.name.en ?? key;
  return {
    useWorkflow,
    steps: steps.map(({ workflowKey: _key, roleIds, alarmRoleIds, ...step }) => ({
      ...step,
      roles: roleIds.map(roleName).toSorted(),
      alarmRoles: alarmRoleIds.map(roleName).toSorted(),
    })),
    routes: routes
      .map(({ from, to }) => ({ from: stepName(from), to: stepName(to) }))
      .toSorted((a, b) => (`${a.from}\n${a.to}` < `${b.from}\n${b.to}` ? -1 : 1)),
  };
}

/** The plan with the keys of this sponsor: the first step is the first one, any other the one of its name. */
function planOf({ useWorkflow, steps, routes }: Content, stored: Settings) {
  const keys = new Map(
    steps.map(({ name }, at) => [
      name.en,
      at === 0
        ? FIRST_STEP
        : (stored.steps.slice(1).find((step) => step.name.en === name.en)?.workflowKey ?? `new-${at}`),
    ]),
  );
  // a route to a step that is not there is refused at the step
  const keyOf = (name: string) => keys.get(name) ?? 'unknown';
  return {
    useWorkflow,
    steps: steps.map(({ roles, alarmRoles, ...step }) => ({
      ...step,
      workflowKey: keyOf(step.name.en),
      roleIds: roles.map((name) => roleIdOf(stored, name)),
      alarmRoleIds: alarmRoles.map((name) => roleIdOf(stored, name)),
    })),
    routes: routes.map(({ from, to }) => ({ from: keyOf(from), to: keyOf(to) })),
  };
}

function roleIdOf({ roles }: Settings, name: string): number {
  const found = roles.find((role) => role.name === name);
  if (!found) throw configurationNeeds([name]);
  return found.roleId;
}
