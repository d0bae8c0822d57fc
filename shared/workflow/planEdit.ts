/**
 * A change of a sponsor's workflow: what it may be, and what it would do to the cases that stand in its steps. Read while
 * it is edited, and again by the server.
 */
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { WorkflowRoute } from './plan.ts';

/** Specification 1 section 9. */
export const MAX_STEPS = 10;
export const MAX_DUE_DAYS = 999;
export const MAX_STEP_HOURS = MAX_DUE_DAYS * 24;
export const MAX_STEP_NAME = 100;
export const MAX_STEP_DESCRIPTION = 2000;

/** The step where every case begins (specification 1 section 3, `caseWorkflowStatus`): it is renamed, but never removed. */
export const FIRST_STEP = 'SAVED';

export interface EditedStep {
  /** of a new step: any key that is not stored */
  workflowKey: string;
  /** `en` always; an empty one is shown as the English one */
  name: LocalizedText;
  description: string;
  /** days that a case may stay; null: unlimited */
  dueDays: number | null;
  /** hours after which a case is marked; null: never */
  normalHours: number | null;
  /** hours after which an alarm is raised; null: never */
  maximumHours: number | null;
  /** whether the alarm goes to the owner of the case */
  alarmOwner: boolean;
  /** roles whose users get the alarm as well */
  alarmRoleIds: readonly number[];
  editable: boolean;
  approval: boolean;
  fourEyes: boolean;
  /** roles that may own a case in it; none: every role that may edit cases */
  roleIds: readonly number[];
}

export interface EditedPlan {
  useWorkflow: boolean;
  /** in their order */
  steps: readonly EditedStep[];
  routes: readonly WorkflowRoute[];
}

/** Newest versions of cases that stand in a step now. */
export interface CasesInStep {
  workflowKey: string;
  cases: number;
  /** of these, those that are neither deleted nor locked */
  open: number;
}

export interface StoredPlan extends EditedPlan {
  cases: readonly CasesInStep[];
}

export type PlanField =
  | 'steps'
  | 'name'
  | 'dueDays'
  | 'normalHours'
  | 'maximumHours'
  | 'alarm'
  | 'roleIds'
  | 'routes';

export interface PlanProblem {
  /** key of the step; null: the workflow as a whole */
  step: string | null;
  field: PlanField;
  id:
    | 'required'
    | 'invalid'
    | 'duplicate'
    | 'tooMany'
    | 'firstStep'
    | 'holdsCases'
    | 'stranded'
    | 'belowNormal'
    | 'noAlarm';
  /** cases that forbid the change; 0: it is no matter of cases */
  cases: number;
}

export const LABEL_LANGUAGES = ['en', 'ko', 'ja', 'zh'] as const satisfies (keyof LocalizedText)[];

const routesFrom = ({ routes }: EditedPlan, from: string): WorkflowRoute[] =>
  routes.filter((route) => route.from === from);

const inStep = ({ cases }: StoredPlan, workflowKey: string): CasesInStep =>
  cases.find((one) => one.workflowKey === workflowKey) ?? { workflowKey, cases: 0, open: 0 };

/**
 * Everything that forbids a change. Cases are never left behind: a step where cases stand is not removed, and a step that
 * open cases could leave keeps a route.
 *
 * @param roles of the sponsor; `mayOwn`: a step may name it as one of its owners
 */
export function planProblems(
  plan: EditedPlan,
  stored: StoredPlan,
  roles: readonly { roleId: number; mayOwn: boolean }[],
): PlanProblem[] {
  return [
    ...countProblems(plan),
    ...plan.steps.flatMap((step) => stepProblems(plan, step, roles)),
    ...routeProblems(plan),
    ...stored.steps.flatMap(({ workflowKey }) => caseProblems(plan, stored, workflowKey)),
  ];
}

function countProblems({ steps }: EditedPlan): PlanProblem[] {
  const problem = (id: PlanProblem['id']): PlanProblem => ({ step: null, field: 'steps', id, cases: 0 });
  return [
    ...(steps.length > MAX_STEPS ? [problem('tooMany')] : []),
    ...(steps[0]?.workflowKey === FIRST_STEP ? [] : [problem('firstStep')]),
    ...(new Set(steps.map(({ workflowKey }) => workflowKey)).size < steps.length
      ? [problem('duplicate')]
      : []),
  ];
}

function stepProblems(
  plan: EditedPlan,
  step: EditedStep,
  roles: readonly { roleId: number; mayOwn: boolean }[],
): PlanProblem[] {
  const problem = (field: PlanField, id: PlanProblem['id']): PlanProblem => ({
    step: step.workflowKey,
    field,
    id,
    cases: 0,
  });
  const name = step.name.en.trim();
  const alike = plan.steps.filter((one) => one.name.en.trim().toLowerCase() === name.toLowerCase());
  const { dueDays } = step;
  const validDays =
    dueDays === null || (Number.isInteger(dueDays) && dueDays >= 0 && dueDays <= MAX_DUE_DAYS);
  return [
    ...(name === '' ? [problem('name', 'required')] : alike.length > 1 ? [problem('name', 'duplicate')] : []),
    ...(validDays ? [] : [problem('dueDays', 'invalid')]),
    ...timeProblems(step).map(([field, id]) => problem(field, id)),
    ...(areIn(
      step.roleIds,
      roles.filter(({ mayOwn }) => mayOwn),
    )
      ? []
      : [problem('roleIds', 'invalid')]),
    ...(areIn(step.alarmRoleIds, roles) ? [] : [problem('alarm', 'invalid')]),
  ];
}

const areIn = (roleIds: readonly number[], roles: readonly { roleId: number }[]): boolean =>
  roleIds.every((one) => roles.some(({ roleId }) => roleId === one));

/** An alarm that nobody gets is none. */
function timeProblems(step: EditedStep): [PlanField, PlanProblem['id']][] {
  const { normalHours: normal, maximumHours: maximum, alarmOwner, alarmRoleIds } = step;
  const isValid = (hours: number | null) =>
    hours === null || (Number.isInteger(hours) && hours >= 1 && hours <= MAX_STEP_HOURS);
  const problems: [PlanField, PlanProblem['id']][] = [];
  if (!isValid(normal)) problems.push(['normalHours', 'invalid']);
  if (!isValid(maximum)) problems.push(['maximumHours', 'invalid']);
  else if (normal !== null && maximum !== null && maximum <= normal)
    problems.push(['maximumHours', 'belowNormal']);
  if (maximum !== null && !alarmOwner && alarmRoleIds.length === 0) problems.push(['alarm', 'noAlarm']);
  return problems;
}

function routeProblems({ steps, routes }: EditedPlan): PlanProblem[] {
  const known = new Set(steps.map(({ workflowKey }) => workflowKey));
  return routes
    .filter(({ from, to }) => from === to || !known.has(from) || !known.has(to))
    .map(({ from }) => ({ step: from, field: 'routes', id: 'invalid', cases: 0 }));
}

function caseProblems(plan: EditedPlan, stored: StoredPlan, workflowKey: string): PlanProblem[] {
  const { cases, open } = inStep(stored, workflowKey);
  if (!plan.steps.some((step) => step.workflowKey === workflowKey))
    return cases > 0 ? [{ step: workflowKey, field: 'steps', id: 'holdsCases', cases }] : [];
  const closes = routesFrom(stored, workflowKey).length > 0 && routesFrom(plan, workflowKey).length === 0;
  return closes && open > 0 ? [{ step: workflowKey, field: 'routes', id: 'stranded', cases: open }] : [];
}

/** Keys of the steps that no case comes to from the first one: allowed, as no case gets lost by it. */
export function unreachedSteps({ steps, routes }: EditedPlan): string[] {
  const reached = new Set([FIRST_STEP]);
  // a Set is iterated over what is added meanwhile
  for (const from of reached) for (const route of routes) if (route.from === from) reached.add(route.to);
  return steps.map(({ workflowKey }) => workflowKey).filter((key) => !reached.has(key));
}

/** One property of the workflow, or of a step, that a change sets; texts as the audit trail has them. */
export interface PlanChange {
  /** null: the workflow as a whole */
  step: string | null;
  part: 'useWorkflow' | 'order' | `name.${keyof LocalizedText}` | StepPart;
  was: string;
  is: string;
}
type StepPart =
  | 'description'
  | 'dueDays'
  | 'normalHours'
  | 'maximumHours'
  | 'alarmOwner'
  | 'alarmRoleIds'
  | 'editable'
  | 'approval'
  | 'fourEyes'
  | 'roleIds'
  | 'routes';

/** What a change sets, in reading order. `roleName`: of a role, by its id. */
export function planChanges(
  before: EditedPlan,
  after: EditedPlan,
  roleName: (roleId: number) => string,
): PlanChange[] {
  // a step that is renamed is no other step
  const names = new Map(
    [...before.steps, ...after.steps].map(({ workflowKey, name }) => [workflowKey, name.en]),
  );
  const nameOf: Names = { role: roleName, step: (key) => names.get(key) ?? key };
  const orderOf = ({ steps }: EditedPlan) =>
    steps.map(({ workflowKey }) => nameOf.step(workflowKey)).join(', ');
  const keysOf = ({ steps }: EditedPlan) => steps.map(({ workflowKey }) => workflowKey).join();
  const whole: PlanChange[] = [
    { step: null, part: 'useWorkflow', was: yesNo(before.useWorkflow), is: yesNo(after.useWorkflow) },
    ...(keysOf(before) === keysOf(after)
      ? []
      : [{ step: null, part: 'order' as const, was: orderOf(before), is: orderOf(after) }]),
  ];
  const removed = before.steps.filter(
    ({ workflowKey }) => !after.steps.some((step) => step.workflowKey === workflowKey),
  );
  const steps = [...after.steps, ...removed].flatMap(({ workflowKey }) => {
    const [was, is] = [partsOf(before, workflowKey, nameOf), partsOf(after, workflowKey, nameOf)];
    return [...new Set([...was.keys(), ...is.keys()])].map((part) => ({
      step: workflowKey,
      part,
      was: was.get(part) ?? '',
      is: is.get(part) ?? '',
    }));
  });
  return [...whole, ...steps].filter(({ was, is }) => was !== is);
}

interface Names {
  role: (roleId: number) => string;
  step: (workflowKey: string) => string;
}

/** The parts that are Y or N. */
export const FLAG_PARTS: readonly PlanChange['part'][] = [
  'useWorkflow',
  'alarmOwner',
  'editable',
  'approval',
  'fourEyes',
];

const yesNo = (value: boolean): string => (value ? 'Y' : 'N');

/** The step's properties as texts; none where the plan has no such step. */
function partsOf(plan: EditedPlan, workflowKey: string, nameOf: Names): Map<PlanChange['part'], string> {
  const step = plan.steps.find((one) => one.workflowKey === workflowKey);
  if (!step) return new Map();
  const next = plan.steps.filter(({ workflowKey: to }) =>
    routesFrom(plan, workflowKey).some((route) => route.to === to),
  );
  return new Map<PlanChange['part'], string>([
    ...LABEL_LANGUAGES.map((language) => [`name.${language}`, step.name[language]] as const),
    ['description', step.description],
    ['dueDays', String(step.dueDays ?? '')],
    ['normalHours', String(step.normalHours ?? '')],
    ['maximumHours', String(step.maximumHours ?? '')],
    ['alarmOwner', yesNo(step.alarmOwner)],
    ['alarmRoleIds', step.alarmRoleIds.map(nameOf.role).sort().join(', ')],
    ['editable', yesNo(step.editable)],
    ['approval', yesNo(step.approval)],
    ['fourEyes', yesNo(step.fourEyes)],
    ['roleIds', step.roleIds.map(nameOf.role).sort().join(', ')],
    ['routes', next.map((one) => nameOf.step(one.workflowKey)).join(', ')],
  ]);
}
