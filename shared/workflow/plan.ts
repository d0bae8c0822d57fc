/** The workflow of a sponsor as data: its steps, the possible owners in each, and the routes between them. */

/** Specification 1 section 9, specification 2 section 5. */
export const MAX_ROUTING_COMMENTS = 100_000;

export interface WorkflowStep {
  /** stored in a case as its status */
  workflowKey: string;
  /** order of the steps; a route to a higher one is a forward route */
  sort: number;
  /** whether a case may be edited in it */
  editable: boolean;
  /** the first step of every case */
  saved: boolean;
  /** routing a case forward from here is an approval: signed with meaning and password */
  approval: boolean;
  /** users who routed the case here, or saved it last before, may not route it on */
  fourEyes: boolean;
  /** days that a case may stay; null: unlimited */
  dueDays: number | null;
  /** hours after which a case is marked; null: never */
  normalHours: number | null;
  /** hours after which an alarm is raised; null: never */
  maximumHours: number | null;
  /** keys of the roles that may own a case in it */
  roles: readonly { ROLE_ID: number }[];
}

export interface WorkflowRoute {
  from: string;
  to: string;
}

export interface WorkflowPlan<Step extends WorkflowStep = WorkflowStep> {
  steps: readonly Step[];
  routes: readonly WorkflowRoute[];
}

export const stepOf = <Step extends WorkflowStep>(
  { steps }: WorkflowPlan<Step>,
  workflowKey: string,
): Step | undefined => steps.find((step) => step.workflowKey === workflowKey);

/** The possible next steps from a step, in order. */
export const stepsAfter = <Step extends WorkflowStep>(plan: WorkflowPlan<Step>, from: string): Step[] =>
  plan.steps.filter(({ workflowKey }) =>
    plan.routes.some((route) => route.from === from && route.to === workflowKey),
  );

/** Whether routing a case from one step to another is signed. */
export function needsApproval(plan: WorkflowPlan, from: string, to: string): boolean {
  const [left, entered] = [stepOf(plan, from), stepOf(plan, to)];
  return left !== undefined && entered !== undefined && left.approval && entered.sort > left.sort;
}

export const ownsIn = ({ roles }: Pick<WorkflowStep, 'roles'>, roleId: number): boolean =>
  roles.some(({ ROLE_ID }) => ROLE_ID === roleId);
