/**
 * The workflow of cases (specification 1 sections 4 and 7, specification 2 sections 3 to 5): the steps of a sponsor,
 * the workflow history of a case, and routing one or several cases.
 */
import { Type } from 'typebox';
import { MAX_ROUTING_COMMENTS } from '../workflow/plan.ts';
import { AuditEntry } from './caseAudit.ts';
import { MAX_CASES_AT_ONCE, Refusal, Signature } from './caseStatus.ts';
import { defineCall } from './call.ts';
import { Nullable, OneOf, Paged, Paging } from './common.ts';

const CaseKey = Type.Object({ caseKey: Type.Integer() });
const RoleId = Type.Object({ roleId: Type.Integer() });
const Time = Type.String({ format: 'date-time' });

export const WorkflowRole = Type.Object({ ROLE_ID: Type.Integer(), ROLE_NAME: Type.String() });

/** A step of the sponsor's workflow; see shared/workflow/plan.ts for its fields. */
export const WorkflowStep = Type.Object({
  workflowKey: Type.String(),
  workflowLabel: Type.String(),
  description: Type.String(),
  sort: Type.Integer(),
  editable: Type.Boolean(),
  saved: Type.Boolean(),
  approval: Type.Boolean(),
  fourEyes: Type.Boolean(),
  dueDays: Nullable(Type.Integer()),
  normalHours: Nullable(Type.Integer()),
  maximumHours: Nullable(Type.Integer()),
  roles: Type.Array(WorkflowRole),
});

export const WorkflowPlan = Type.Object({
  /** in their order */
  steps: Type.Array(WorkflowStep),
  routes: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
});

/** Workflow position of a case, and its owner. */
export const WorkflowPosition = Type.Object({
  workflowKey: Type.String(),
  workflowLabel: Type.String(),
  /** null: any user with a role of the step */
  roleId: Nullable(Type.Integer()),
  roleName: Nullable(Type.String()),
  /** null: not claimed */
  userKey: Nullable(Type.Integer()),
  userName: Nullable(Type.String()),
  /** since when; null: never routed */
  at: Nullable(Time),
  dueAt: Nullable(Time),
  /** 0 on the due day, negative before it; null without a time limit */
  daysLate: Nullable(Type.Integer()),
  /** which time of its step is over; null: neither */
  over: Nullable(OneOf('normal', 'maximum')),
});

const Names = Type.Object({ names: Type.Array(Type.String()), more: Type.Integer() });

/** A routing, the start (no `fromStatus`), or a claim or reassignment (`fromStatus` equals `toStatus`). */
export const RoutingEntry = Type.Object({
  stepNo: Type.Integer(),
  /** names of the steps at that time */
  fromStatus: Nullable(Type.String()),
  toStatus: Type.String(),
  taken: Type.Boolean(),
  /** reassigned within its step */
  handedOver: Type.Boolean(),
  /** the new owner */
  roleName: Nullable(Type.String()),
  userName: Nullable(Type.String()),
  comments: Type.String(),
  /** date of the most recent information at that time, as stored */
  mostRecent: Nullable(Type.String()),
  dueAt: Nullable(Time),
  /** days the previous step was overdue; null: no time limit */
  delayDays: Nullable(Type.Integer()),
  at: Time,
  byName: Type.String(),
  overrideReason: Nullable(Type.String()),
});

export const readWorkflow = defineCall({
  method: 'GET',
  path: '/1.1/cases/:caseKey/pages/WF',
  summary: 'The workflow of a case: its steps, where it is, what may be done with it, and its history, paged',
  access: ['READ.CASE_WORKFLOW'],
  params: CaseKey,
  query: Type.Object({ ...Paging }),
  data: Type.Object({
    ...Paged(RoutingEntry).properties,
    ...WorkflowPlan.properties,
    current: WorkflowPosition,
    /** keys of the possible next steps */
    next: Type.Array(Type.String()),
    /** why this user cannot route or claim the case; null: allowed */
    leadRefusal: Nullable(Refusal),
    takeRefusal: Nullable(Refusal),
    /** why this user cannot reassign the case within its step; null: allowed */
    handOverRefusal: Nullable(Refusal),
    /** whether the user may route it on behalf of the owner, with a reason; only given if ownership is the obstacle */
    mayOverride: Type.Boolean(),
    /** the same for reassigning it */
    mayHandOverInstead: Type.Boolean(),
    /** users who can route it */
    whoMay: Names,
    retrievedAt: Time,
  }),
});

export const readWorkflowAudit = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/pages/WF/audit-trail',
  summary: 'Every routing of all versions of the case in the audit trail, newest first',
  access: ['READ.CASE_WORKFLOW'],
  params: CaseKey,
  data: Type.Object({ listInfo: Type.Array(AuditEntry) }),
});

const Users = Type.Object({
  listInfo: Type.Array(Type.Object({ userKey: Type.Integer(), userName: Type.String() })),
});

export const listWorkflowUsers = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/pages/WF/roles/:roleId/users',
  summary: 'Users of a role who see the case: to whom it can be routed',
  access: ['READ.CASE_WORKFLOW'],
  params: Type.Object({ ...CaseKey.properties, ...RoleId.properties }),
  data: Users,
});

/** The target step and its owner. */
export const WorkflowInfo = Type.Object({
  workflowKey: Type.String({ minLength: 1, maxLength: 60 }),
  /** reassigns the case within its step, which must be the one in `workflowKey` */
  stays: Type.Optional(Type.Boolean()),
  roleId: Nullable(Type.Integer()),
  userKey: Nullable(Type.Integer()),
});

const Target = {
  workflowInfo: WorkflowInfo,
  comments: Type.String({ minLength: 1, maxLength: MAX_ROUTING_COMMENTS, pattern: '\\S' }),
  /** routes a case on behalf of its owner: EDIT.ADMIN, and the reason */
  overrideReason: Type.Optional(Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' })),
  /** if the current step requires approval */
  signature: Type.Optional(Signature),
};

/** read time of the case and its status; neither may have changed since */
const ReadTime = { retrievedAt: Time };

export const routeCase = defineCall({
  method: 'POST',
  path: '/1.1/cases/:caseKey/pages/WF',
  summary: 'Leads a case to its next step of the workflow, or hands it to another owner inside its step',
  access: ['READ.CASE_WORKFLOW'],
  params: CaseKey,
  body: Type.Object({ ...Target, ...ReadTime }),
  data: WorkflowPosition,
});

export const claimCase = defineCall({
  method: 'POST',
  path: '/1.1/cases/:caseKey/pages/WF/take',
  summary: 'Takes a case that nobody of its role has taken yet',
  access: ['READ.CASE_WORKFLOW'],
  params: CaseKey,
  body: Type.Object(ReadTime),
  data: WorkflowPosition,
});

const CaseKeys = Type.Array(Type.Integer(), {
  minItems: 1,
  maxItems: MAX_CASES_AT_ONCE,
  uniqueItems: true,
});

export const readBatchPrivilege = defineCall({
  method: 'GET',
  path: '/1.0/cases/batch-workflow/privilege',
  summary: 'Whether the user may lead several cases on at once, and whether in place of their owners',
  access: ['READ.CASE', 'EDIT.CASE'],
  data: Type.Object({
    permitted: Type.Boolean(),
    mayOverride: Type.Boolean(),
    /** permitted, and a role of the user belongs to a step, or the user may override */
    takesPart: Type.Boolean(),
  }),
});

export const validateBatchWorkflow = defineCall({
  method: 'POST',
  path: '/1.0/cases/batch-workflow/validation',
  summary:
    'Tells for each case whether it can be led on, to the step and owner if these are named; changes nothing',
  whileViewing: true,
  access: ['READ.CASE_WORKFLOW'],
  body: Type.Object({
    caseKeys: CaseKeys,
    workflowInfo: Type.Optional(WorkflowInfo),
    /** evaluates as if the user routed them on behalf of their owners */
    override: Type.Optional(Type.Boolean()),
  }),
  data: Type.Object({
    /** in the requested order */
    listInfo: Type.Array(
      Type.Object({
        caseKey: Type.Integer(),
        /** null, like the position: the case does not exist or the user may not see it */
        caseNo: Nullable(Type.String()),
        current: Nullable(WorkflowPosition),
        /** owned by another user: possible only on behalf of the owner */
        overrides: Type.Boolean(),
        refusal: Nullable(Refusal),
        /** of the case, to be sent back with the change; null like the position */
        retrievedAt: Nullable(Time),
      }),
    ),
    /** possible next steps of at least one of the routable cases */
    workflows: Type.Array(WorkflowStep),
    /** steps in which at least one of the cases can be reassigned */
    staying: Type.Array(WorkflowStep),
    /** at least one of the cases must be signed */
    signed: Type.Boolean(),
  }),
});

export const listBatchWorkflowUsers = defineCall({
  method: 'GET',
  path: '/1.0/cases/batch-workflow/roles/:roleId/users',
  summary: 'Users of a role: to whom several cases can be routed',
  access: ['READ.CASE_WORKFLOW'],
  params: RoleId,
  data: Users,
});

export const runBatchWorkflow = defineCall({
  method: 'PUT',
  path: '/1.0/cases/batch-workflow',
  summary: 'Leads several cases to one step, with one comment; each is done or refused by itself',
  access: ['READ.CASE_WORKFLOW'],
  body: Type.Object({
    cases: Type.Array(Type.Object({ caseKey: Type.Integer(), ...ReadTime }), {
      minItems: 1,
      maxItems: MAX_CASES_AT_ONCE,
    }),
    ...Target,
  }),
  data: Type.Object({
    /** in the requested order */
    listInfo: Type.Array(
      Type.Object({
        caseKey: Type.Integer(),
        /** the current position; null if it was refused */
        current: Nullable(WorkflowPosition),
        refusal: Nullable(Refusal),
      }),
    ),
  }),
});
