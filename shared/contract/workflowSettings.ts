/** The workflow of a sponsor as its administrators edit it (specification 1 sections 3, 7 and 9). */
import { Type } from 'typebox';
import {
  MAX_DUE_DAYS,
  MAX_STEP_DESCRIPTION,
  MAX_STEP_HOURS,
  MAX_STEP_NAME,
  MAX_STEPS,
} from '../workflow/planEdit.ts';
import { defineCall } from './call.ts';
import { Nullable, Reason } from './common.ts';

const InSponsor = Type.Object({ sponsorKey: Type.Integer() });
const StepKey = Type.String({ minLength: 1, maxLength: 40, pattern: '^[A-Za-z0-9_-]+$' });
const RoleIds = Type.Array(Type.Integer(), { maxItems: 100, uniqueItems: true });
const StepName = Type.String({ maxLength: MAX_STEP_NAME });

/** See `EditedPlan` in shared/workflow/planEdit.ts. A number out of its range is answered at its field. */
const EditedPlan = Type.Object({
  useWorkflow: Type.Boolean(),
  steps: Type.Array(
    Type.Object({
      workflowKey: StepKey,
      name: Type.Object({ en: StepName, ko: StepName, ja: StepName, zh: StepName }),
      description: Type.String({ maxLength: MAX_STEP_DESCRIPTION }),
      dueDays: Nullable(Type.Number({ maximum: MAX_DUE_DAYS * MAX_DUE_DAYS })),
      normalHours: Nullable(Type.Number({ maximum: MAX_STEP_HOURS * MAX_STEP_HOURS })),
      maximumHours: Nullable(Type.Number({ maximum: MAX_STEP_HOURS * MAX_STEP_HOURS })),
      alarmOwner: Type.Boolean(),
      alarmRoleIds: RoleIds,
      editable: Type.Boolean(),
      approval: Type.Boolean(),
      fourEyes: Type.Boolean(),
      roleIds: RoleIds,
    }),
    { maxItems: MAX_STEPS * MAX_STEPS },
  ),
  routes: Type.Array(Type.Object({ from: StepKey, to: StepKey }), {
    maxItems: MAX_STEPS * MAX_STEPS,
    uniqueItems: true,
  }),
});

/** ISO 8601: when the workflow was changed last; null: never, it is the product's default */
const SetAt = Nullable(Type.String({ format: 'date-time' }));

export const readWorkflowSettings = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/workflow',
  summary: 'The workflow of the sponsor, with the cases that stand in each step',
  access: ['READ.ADMIN', 'EDIT.ADMIN'],
  params: InSponsor,
  data: Type.Object({
    setAt: SetAt,
    ...EditedPlan.properties,
    /** newest versions of cases by step; `open`: neither deleted nor locked */
    cases: Type.Array(
      Type.Object({ workflowKey: Type.String(), cases: Type.Integer(), open: Type.Integer() }),
    ),
    /** how many users hold each, and whether it may own a case */
    roles: Type.Array(
      Type.Object({
        roleId: Type.Integer(),
        name: Type.String(),
        users: Type.Integer(),
        mayOwn: Type.Boolean(),
      }),
    ),
  }),
});

/**
 * 422 SETTING_REFUSED with the problems by step and field (`PlanProblem`); 409 SETTINGS_CHANGED if `setAt` is not the
 * newest.
 */
export const saveWorkflowSettings = defineCall({
  method: 'POST',
  path: '/1.0/sponsors/:sponsorKey/workflow',
  summary: 'Changes the workflow of the sponsor, with the reason',
  access: ['EDIT.ADMIN'],
  params: InSponsor,
  body: Type.Object({ reason: Reason, setAt: SetAt, ...EditedPlan.properties }),
  data: Type.Object({ setAt: Type.String({ format: 'date-time' }) }),
});
