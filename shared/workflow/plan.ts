/** A sponsor's workflow as data: its steps, who may own a case in each, and which may follow which. */

/** Specification 1 section 9, specification 2 section 5. */
export const MAX_ROUTING_COMMENTS = 100_000;

export interface WorkflowStep {
  /** what a case holds as its status */
  workflowKey: string;
  /** from the first step to the last; what leads to a higher one leads forwards */
  sort: number;
  /** may a case be edited in it? */
  editable: boolean;
  /** where every case begins */
  saved: boolean;
  /** to lead a case forwards from here is an approval: signed with meaning and password */
  approval: boolean;
  /** who brought the case here, or saved it last before, may not lead it on */
  fourEyes: boolean;
  /** days a case may stay; null: as long as it takes */
  dueDays: number | null;
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

/** The steps that a case may be led to from a step, in their order. */
export const stepsAfter = <Step extends WorkflowStep>(plan: WorkflowPlan<Step>, from: string): Step[] =>
  plan.steps.filter(({ workflowKey }) =>
    plan.routes.some((route) => route.from === from && route.to === workflowKey),
  );

/** Is leading a case from one step to another signed? */
export function needsApproval(plan: WorkflowPlan, from: string, to: string): boolean {
  const [left, entered] = [stepOf(plan, from), stepOf(plan, to)];
  return left !== undefined && entered !== undefined && left.approval && entered.sort > left.sort;
}

export const ownsIn = ({ roles }: Pick<WorkflowStep, 'roles'>, roleId: number): boolean =>
  roles.some(({ ROLE_ID }) => ROLE_ID === roleId);
