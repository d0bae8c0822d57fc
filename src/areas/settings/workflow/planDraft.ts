/** Edits of the workflow that is on the screen: each answers a new plan. */
import { FIRST_STEP, type EditedPlan, type EditedStep } from '../../../../shared/workflow/planEdit.ts';

/** Adds a step after another, between it and the step that came after it; answers its key. */
export function addStep(plan: EditedPlan, after: string): { plan: EditedPlan; key: string } {
  const at = plan.steps.findIndex(({ workflowKey }) => workflowKey === after) + 1;
  const key = freeKey(plan);
  const next = plan.steps[at]?.workflowKey;
  const isRoute = plan.routes.some(({ from, to }) => from === after && to === next);
  const added: EditedStep = {
    workflowKey: key,
    name: { en: '', ko: '', ja: '', zh: '' },
    description: '',
    dueDays: null,
    normalHours: null,
    maximumHours: null,
    alarmOwner: true,
    alarmRoleIds: [],
    editable: false,
    approval: false,
    fourEyes: false,
    roleIds: [],
  };
  return {
    key,
    plan: {
      ...plan,
      steps: plan.steps.toSpliced(at, 0, added),
      routes: [
        ...plan.routes.filter(({ from, to }) => !(from === after && to === next)),
        { from: after, to: key },
        ...(isRoute && next !== undefined ? [{ from: key, to: next }] : []),
      ],
    },
  };
}

function freeKey({ steps }: EditedPlan): string {
  const used = new Set(steps.map(({ workflowKey }) => workflowKey));
  for (let count = 1; ; count += 1) if (!used.has(`new-${count}`)) return `new-${count}`;
}

/** Takes a step away; the steps before it lead to those after it. */
export function removeStep(plan: EditedPlan, key: string): EditedPlan {
  const before = plan.routes.filter(({ to }) => to === key);
  const after = plan.routes.filter(({ from }) => from === key);
  const rest = plan.routes.filter(({ from, to }) => from !== key && to !== key);
  const bridges = before
    .flatMap(({ from }) => after.map(({ to }) => ({ from, to })))
    .filter(({ from, to }) => from !== to && !rest.some((one) => one.from === from && one.to === to));
  return {
    ...plan,
    steps: plan.steps.filter(({ workflowKey }) => workflowKey !== key),
    routes: [
      ...rest,
      ...bridges.filter((one, at) => bridges.findIndex((other) => isSame(one, other)) === at),
    ],
  };
}

const isSame = (one: { from: string; to: string }, other: { from: string; to: string }): boolean =>
  one.from === other.from && one.to === other.to;

/** Whether the step can be moved by so many places: the first step stays the first. */
export function canMove({ steps }: EditedPlan, key: string, by: 1 | -1): boolean {
  const at = steps.findIndex(({ workflowKey }) => workflowKey === key);
  return key !== FIRST_STEP && at + by > 0 && at + by < steps.length;
}

export function moveStep(plan: EditedPlan, key: string, by: 1 | -1): EditedPlan {
  const at = plan.steps.findIndex(({ workflowKey }) => workflowKey === key);
  const step = plan.steps[at];
  if (!step || !canMove(plan, key, by)) return plan;
  return { ...plan, steps: plan.steps.toSpliced(at, 1).toSpliced(at + by, 0, step) };
}

export const changeStep = (plan: EditedPlan, key: string, more: Partial<EditedStep>): EditedPlan => ({
  ...plan,
  steps: plan.steps.map((step) => (step.workflowKey === key ? { ...step, ...more } : step)),
});

/** Sets the steps that may follow a step. */
export const setNext = (plan: EditedPlan, from: string, next: readonly string[]): EditedPlan => ({
  ...plan,
  routes: [...plan.routes.filter((route) => route.from !== from), ...next.map((to) => ({ from, to }))],
});
