/** The number a sender gives a report (specification 1 section 4: generated automatically once). */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { CreationKey } from './common.ts';

/** 409 CASE_NUMBER_ALREADY_GENERATED on a second call of another key, with the number. The editor stores it like a typed value. */
export const generateCaseNumber = defineCall({
  method: 'POST',
  path: '/1.0/cases/:caseKey/case-number',
  summary: "Makes up the sender's number of the report, once a case; nothing of the case is changed by it",
  access: ['EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
  body: Type.Object(CreationKey),
  data: Type.Object({ number: Type.String() }),
});
