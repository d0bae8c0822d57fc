/** Blinded values of a case, which sponsors may have opened with the reason (setting `unblinding` of the accounts). */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { Reason } from './common.ts';

const OF_CASE = {
  path: '/1.0/cases/:caseKey/unblinding',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
} as const;

export const readUnblinding = defineCall({
  ...OF_CASE,
  method: 'GET',
  summary: 'Whether the session sees the blinded values of the case, where a reason is asked for',
  data: Type.Object({
    /** false: the user may not see blinded values, or sees them without being asked */
    asks: Type.Boolean(),
    open: Type.Boolean(),
  }),
});

/** All versions of the case, until the session ends. 409 NOTHING_TO_UNBLIND for users who are not asked. */
export const unblindCase = defineCall({
  ...OF_CASE,
  method: 'POST',
  summary: 'Shows the session the blinded values of the case, with the reason in the audit trail',
  body: Type.Object({ reason: Reason }),
});
