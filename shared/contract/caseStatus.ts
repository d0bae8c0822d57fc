/** The status of cases: review, lock and deletion of one or several, signed where that is required. */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { Nullable, OneOf, Reason } from './common.ts';

const CaseKey = Type.Object({ caseKey: Type.Integer() });

/** never blank: spaces alone are no reason */

/** Why the case goes on despite errors or open questions, where the sponsor demands a reason for that. */
const OverrideReason = Type.Optional(Reason);

const StatusId = OneOf('REVIEW', 'LOCK', 'DELETE');

export const Signature = Type.Object({
  /** code of the list `signature-meaning` */
  meaning: Type.String({ minLength: 1, maxLength: 40 }),
  password: Type.String({ minLength: 1, maxLength: 200 }),
});

/** Why one of several was not done: what the envelope of a call about it alone says. */
export const Refusal = Type.Object({ errCode: Type.String(), errMsg: Type.String() });

export const CaseStatus = Type.Object({
  locked: Type.Boolean(),
  reviewed: Type.Boolean(),
  deleted: Type.Boolean(),
  /** a newer version has taken its place */
  superseded: Type.Boolean(),
  /** the report withdraws, or corrects, what was sent before */
  nullified: Type.Boolean(),
  amended: Type.Boolean(),
  /** the step of the workflow it is in does not let it be edited */
  stepClosed: Type.Boolean(),
  caseWorkflowStatus: Type.String(),
  caseWorkflowLabel: Type.String(),
  retrievedAt: Type.String({ format: 'date-time' }),
});

export const readCaseId = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/case-id',
  summary: 'Number and status of a case',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: CaseKey,
  data: Type.Object({
    caseKey: Type.Integer(),
    caseNo: Type.String(),
    versionNo: Type.Integer(),
    status: CaseStatus,
  }),
});

export const setCaseStatus = defineCall({
  method: 'PUT',
  path: '/1.0/cases/:caseKey/status',
  summary: 'Toggles REVIEW, LOCK or DELETE of a case, with a reason; to review and to lock is signed',
  access: ['EDIT.CASE'],
  params: CaseKey,
  body: Type.Object({
    statusId: StatusId,
    status: OneOf('Y', 'N'),
    reason: Reason,
    overrideReason: OverrideReason,
    retrievedAt: Type.String({ format: 'date-time' }),
    signature: Type.Optional(Signature),
  }),
  data: CaseStatus,
});

/** Most cases of one call about several; a dialog sends more than these in portions. */
export const MAX_CASES_AT_ONCE = 200;

export const checkCasesStatus = defineCall({
  method: 'POST',
  path: '/1.0/cases/status/:statusId',
  summary:
    'Tells for each of several cases whether the change of status can be made, and why not; changes nothing',
  whileViewing: true,
  access: ['EDIT.CASE'],
  params: Type.Object({ statusId: StatusId }),
  body: Type.Object({
    status: OneOf('Y', 'N'),
    caseKeys: Type.Array(Type.Integer(), { minItems: 1, maxItems: MAX_CASES_AT_ONCE, uniqueItems: true }),
  }),
  data: Type.Object({
    /** in the order they were asked for */
    listInfo: Type.Array(
      Type.Object({
        caseKey: Type.Integer(),
        /** null, like the status: there is no such case, or the user may not see it */
        caseNo: Nullable(Type.String()),
        status: Nullable(CaseStatus),
        /** of its versions: handed out before, so that deleting it withdraws nothing */
        distributed: Type.Boolean(),
        /** the findings for the receivers concerned, where it is to be reviewed or locked and can be */
        readiness: Type.Array(
          Type.Object({ receiver: Type.String(), errors: Type.Integer(), warnings: Type.Integer() }),
        ),
        /** where it is to be locked and can be */
        openQuestions: Type.Integer(),
        /** errors or open questions need a reason to override them */
        needsOverride: Type.Boolean(),
        refusal: Nullable(Refusal),
      }),
    ),
  }),
});

export const setCasesStatus = defineCall({
  method: 'PUT',
  path: '/1.0/cases/status',
  summary:
    'Toggles REVIEW, LOCK or DELETE of several cases with one reason, signed once; each is done or refused by itself',
  access: ['EDIT.CASE'],
  body: Type.Object({
    statusId: StatusId,
    status: OneOf('Y', 'N'),
    reason: Reason,
    overrideReason: OverrideReason,
    signature: Type.Optional(Signature),
    cases: Type.Array(
      Type.Object({ caseKey: Type.Integer(), retrievedAt: Type.String({ format: 'date-time' }) }),
      { minItems: 1, maxItems: MAX_CASES_AT_ONCE },
    ),
  }),
  data: Type.Object({
    /** in the order they were asked for */
    listInfo: Type.Array(
      Type.Object({
        caseKey: Type.Integer(),
        /** as it is now; null where it was refused */
        status: Nullable(CaseStatus),
        refusal: Nullable(Refusal),
      }),
    ),
  }),
});
