/** Receivers of a case: which are proposed and why, and which were chosen. */
import { Type } from 'typebox';
import type { Explanation } from '../expressions/explain.ts';
import { defineCall } from './call.ts';
import { LocalisedText, Nullable, OneOf, ReportLanguage } from './common.ts';

const CaseKey = Type.Object({ caseKey: Type.Integer() });
const ReceiverName = Type.String({ minLength: 1, maxLength: 100 });

export const listCaseReceivers = defineCall({
  method: 'GET',
  path: '/1.1/cases/:caseKey/receivers',
  summary: 'The receivers a case can be given to: which are proposed, due, chosen and served',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: CaseKey,
  data: Type.Object({
    listInfo: Type.Array(
      Type.Object({
        receiver: Type.String(),
        type: OneOf('authority', 'partner'),
        /** an appendix; empty: none */
        region: Type.String(),
        /** the rules that propose it; empty: it is not proposed */
        reasons: Type.Array(
          Type.Object({
            ruleId: Type.String(),
            label: LocalisedText,
            source: Type.String(),
            /** without items that are blinded for the reader */
            why: Type.Unsafe<Explanation>({ type: 'object', additionalProperties: true }),
          }),
        ),
        /** CCYYMMDD; null: no report is due */
        due: Nullable(Type.String()),
        /** the day a report was sent, CCYYMMDD; null: it is still due, or none is */
        met: Nullable(Type.String()),
        /** from that day, or from today, until the due date; negative: sent late, or overdue */
        daysLeft: Nullable(Type.Integer()),
        state: OneOf('sent', 'chosen', 'proposed', 'none'),
        /** what it gets: as chosen, else as its record says */
        format: Type.String(),
        /** that its forms begin with; null: that of the user */
        language: Nullable(ReportLanguage),
        chosen: Nullable(
          Type.Object({
            at: Type.String({ format: 'date-time' }),
            by: Type.String(),
            reason: Type.String(),
          }),
        ),
      }),
    ),
    /** codes of the formats */
    formats: Type.Array(Type.String()),
    retrievedAt: Type.String({ format: 'date-time' }),
    /** may the user choose receivers of this version */
    editable: Type.Boolean(),
  }),
});

/** 409 CASE_CHANGED if others were chosen after `retrievedAt`. */
export const saveCaseReceivers = defineCall({
  method: 'POST',
  path: '/1.1/cases/:caseKey/receivers',
  summary: 'Chooses the receivers of a case in place of those chosen before, with a reason',
  access: ['EDIT.CASE'],
  params: CaseKey,
  body: Type.Object({
    reason: Type.String({ minLength: 1, maxLength: 2000 }),
    retrievedAt: Type.String({ format: 'date-time' }),
    receivers: Type.Array(
      Type.Object({ receiver: ReceiverName, format: Type.String({ minLength: 1, maxLength: 30 }) }),
      { maxItems: 100 },
    ),
  }),
  data: Type.Object({ retrievedAt: Type.String({ format: 'date-time' }) }),
});
