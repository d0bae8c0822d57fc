/**
 * The workflow of cases (specification 1 sections 4 and 7, specification 2 sections 3 to 5): a sponsor's steps, the way
 * one case took through them, and leading one case, or several, on.
 */
import { Type } from 'typebox';
import { MAX_ROUTING_COMMENTS } from '../workflow/plan.ts';
import { AuditEntry } from './caseAudit.ts';
import { MOST_CASES_AT_ONCE, Refusal, Signature } from './caseStatus.ts';
import { defineCall } from './call.ts';
import { Nullable, Paged, Paging } from './common.ts';

const CaseKey = Type.Object({ caseKey: Type.Integer() });
const RoleId = Type.Object({ roleId: Type.Integer() });
const Time = Type.String({ format: 'date-time' });

export const WorkflowRole = Type.Object({ ROLE_ID: Type.Integer(), ROLE_NAME: Type.String() });

/** A step of the sponsor's workflow; its fields are told in shared/workflow/plan.ts. */
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
  roles: Type.Array(WorkflowRole),
});

export const WorkflowPlan = Type.Object({
  /** in their order */
  steps: Type.Array(WorkflowStep),
  routes: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
});

/** Where a case is, and who owns it there. */
export const WorkflowPlace = Type.Object({
  workflowKey: Type.String(),
  workflowLabel: Type.String(),
  /** null: whoever holds a role of the step */
  roleId: Nullable(Type.Integer()),
  roleName: Nullable(Type.String()),
  /** null: nobody has taken it yet */
  userKey: Nullable(Type.Integer()),
  userName: Nullable(Type.String()),
  /** since when; null: it never was routed */
  at: Nullable(Time),
  dueAt: Nullable(Time),
  /** 0 on the due day, negative while days are left; null without a limit */
  daysLate: Nullable(Type.Integer()),
});

const Names = Type.Object({ names: Type.Array(Type.String()), more: Type.Integer() });

/** One routing, or the beginning (no `fromStatus`), or a case taken or handed over (`fromStatus` the same as `toStatus`). */
export const RoutingEntry = Type.Object({
  stepNo: Type.Integer(),
  /** names of the steps as they were then */
  fromStatus: Nullable(Type.String()),
  toStatus: Type.String(),
  taken: Type.Boolean(),
  /** to another owner inside its step */
  handedOver: Type.Boolean(),
  /** to whom */
  roleName: Nullable(Type.String()),
  userName: Nullable(Type.String()),
  comments: Type.String(),
  /** date of the most recent information then, as stored */
  mostRecent: Nullable(Type.String()),
  dueAt: Nullable(Time),
  /** days the step before took longer than it might; null: it had no limit */
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
    current: WorkflowPlace,
    /** keys of the steps it may be led to */
    next: Type.Array(Type.String()),
    /** why this user cannot lead it on, or cannot take it; null: he can */
    leadRefusal: Nullable(Refusal),
    takeRefusal: Nullable(Refusal),
    /** why he cannot hand it to somebody else inside its step; null: he can */
    handOverRefusal: Nullable(Refusal),
    /** he may lead it on in place of the owner, with a reason; told only where that is what stands in the way */
    mayOverride: Type.Boolean(),
    /** the same of handing it over */
    mayHandOverInstead: Type.Boolean(),
    /** who can lead it on */
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

/** To which step, and to whom there. */
export const WorkflowInfo = Type.Object({
  workflowKey: Type.String({ minLength: 1, maxLength: 60 }),
  /** it stays in its step, which `workflowKey` has to name, and is only handed to another owner */
  stays: Type.Optional(Type.Boolean()),
  roleId: Nullable(Type.Integer()),
  userKey: Nullable(Type.Integer()),
});

const Routing = {
  workflowInfo: WorkflowInfo,
  comments: Type.String({ minLength: 1, maxLength: MAX_ROUTING_COMMENTS, pattern: '\\S' }),
  /** leads a case on in place of its owner: EDIT.ADMIN, and why */
  overrideReason: Type.Optional(Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' })),
  /** where the step that is left asks for an approval */
  signature: Type.Optional(Signature),
  /** the case, or its status, must not have been changed since */
  retrievedAt: Time,
};

export const routeCase = defineCall({
  method: 'POST',
  path: '/1.1/cases/:caseKey/pages/WF',
  summary: 'Leads a case to its next step of the workflow, or hands it to another owner inside its step',
  access: ['READ.CASE_WORKFLOW'],
  params: CaseKey,
  body: Type.Object(Routing),
  data: WorkflowPlace,
});

export const takeCase = defineCall({
  method: 'POST',
  path: '/1.1/cases/:caseKey/pages/WF/take',
  summary: 'Takes a case that nobody of its role has taken yet',
  access: ['READ.CASE_WORKFLOW'],
  params: CaseKey,
  body: Type.Object({ retrievedAt: Time }),
  data: WorkflowPlace,
});

const CaseKeys = Type.Array(Type.Integer(), {
  minItems: 1,
  maxItems: MOST_CASES_AT_ONCE,
  uniqueItems: true,
});

export const readBatchPrivilege = defineCall({
  method: 'GET',
  path: '/1.0/cases/batch-workflow/privilege',
  summary: 'Whether the user may lead several cases on at once, and whether in place of their owners',
  access: ['READ.CASE', 'EDIT.CASE'],
  data: Type.Object({ permitted: Type.Boolean(), mayOverride: Type.Boolean() }),
});

export const validateBatchWorkflow = defineCall({
  method: 'POST',
  path: '/1.0/cases/batch-workflow/validation',
  summary:
    'Tells for each case whether it can be led on, to the step and owner if these are named; changes nothing',
  access: ['READ.CASE_WORKFLOW'],
  body: Type.Object({
    caseKeys: CaseKeys,
    workflowInfo: Type.Optional(WorkflowInfo),
    /** as if the user led them on in place of their owners */
    override: Type.Optional(Type.Boolean()),
  }),
  data: Type.Object({
    /** in the order they were asked for */
    listInfo: Type.Array(
      Type.Object({
        caseKey: Type.Integer(),
        /** null, like where it is: there is no such case, or the user may not see it */
        caseNo: Nullable(Type.String()),
        current: Nullable(WorkflowPlace),
        /** somebody else owns it: done only in his place */
        overrides: Type.Boolean(),
        refusal: Nullable(Refusal),
      }),
    ),
    /** the steps that one or more of the cases that can be led on may be led to */
    workflows: Type.Array(WorkflowStep),
    /** the steps in which one or more of the cases can be handed to another owner */
    staying: Type.Array(WorkflowStep),
    /** one or more of the cases have to be signed */
    signed: Type.Boolean(),
    /** to be sent along with the change */
    retrievedAt: Time,
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
  body: Type.Object({ caseKeys: CaseKeys, ...Routing }),
  data: Type.Object({
    /** in the order they were asked for */
    listInfo: Type.Array(
      Type.Object({
        caseKey: Type.Integer(),
        /** as it is now; null where it was refused */
        current: Nullable(WorkflowPlace),
        refusal: Nullable(Refusal),
      }),
    ),
  }),
});
