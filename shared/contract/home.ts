/**
 * The home page (specification 1 sections 1, 2, 7 and 9): reports that are due, what came in from the external study
 * system, and where cases stand in the workflow. Each card has a call of its own; notices have theirs in notices.ts.
 */
import { Type, type Static } from 'typebox';
import type { Explanation } from '../expressions/explain.ts';
import { defineCall } from './call.ts';
import { Nullable, OneOf } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

/** Rows of a card of the home page (specification section 9). */
export const HOME_ROWS = 5;
/** Days the chart of what is due looks ahead: three weeks, today counted. */
export const DUE_DAYS_AHEAD = 21;

const InSponsor = Type.Object({ sponsorKey: Type.Integer() });
const RowCount = Type.Object({
  rowCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: HOME_ROWS })),
});
/** CCYYMMDD by the sponsor's calendar */
const Day = Type.String({ pattern: '^\\d{8}$' });

/** A report that is owed a receiver. */
export const DueReport = Type.Object({
  caseKey: Type.Integer(),
  caseNo: Type.String(),
  /** 0: the initial report */
  followUpNo: Type.Integer(),
  receiver: Type.String(),
  /** what cases of the rule are called */
  rule: Type.String(),
  day0: Day,
  dueDate: Day,
  /** to the last day in time; negative: late */
  daysLeft: Type.Integer(),
  workflowLabel: Type.String(),
  /** empty: nobody has taken the case */
  ownerName: Type.String(),
});
export type DueReport = Static<typeof DueReport>;

export const readHomeReports = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/home-reports',
  summary: 'The reports that are due soonest, how many are owed, and how many on each of the next days',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: InSponsor,
  query: RowCount,
  data: Type.Object({
    listInfo: Type.Array(DueReport),
    /** all that are owed */
    totalCount: Type.Integer(),
    /** of them: the last day in time has passed */
    lateCount: Type.Integer(),
    /** the sponsor's day: where `days` begins */
    today: Day,
    /** every day, those without reports too */
    days: Type.Array(Type.Object({ day: Day, count: Type.Integer() })),
  }),
});

const reportList = {
  path: '/1.0/sponsors/:sponsorKey/home-report-list',
  menuId: 'MU-HM-RP',
  summary: 'Every report that is owed a receiver, with its day 0, due date and days left',
  access: ['READ.CASE', 'EDIT.CASE'],
} as const;
export const listHomeReports = { ...defineList(reportList), params: InSponsor };
export const exportHomeReports = { ...defineListExport(reportList), params: InSponsor };

/** An item that decided, as the reader may see it. */
export const ReadInput = Type.Object({
  itemId: Type.String(),
  /** as it was called when it was read */
  label: Type.String(),
  /** row numbers, outermost first; empty: it does not repeat */
  rows: Type.Array(Type.Integer()),
  /** in words; null: nothing was said, or it is blinded */
  text: Nullable(Type.String()),
  blinded: Type.Boolean(),
});

const Condition = Type.Object({
  /** the tree of what held and what did not; its readings are in `inputs` */
  why: Type.Unsafe<Explanation>({ type: 'object', additionalProperties: true }),
  inputs: Type.Array(ReadInput),
});

/** Why a report is due, and when. */
export const ExplainedObligation = Type.Object({
  receiver: Type.String(),
  ruleId: Type.String(),
  rule: Type.String(),
  /** where the rule is written down */
  source: Type.String(),
  /** its days are examples, not the law */
  example: Type.Boolean(),
  day0: Day,
  /** what tells day 0; null: nothing does, and the day the version was made stands in */
  dayZeroFrom: Nullable(Type.Object({ itemId: Type.String(), label: Type.String(), written: Type.String() })),
  /** day 0 is the latest day it may have been */
  dayZeroAssumed: Type.Boolean(),
  days: Type.Integer(),
  dueDate: Day,
  daysLeft: Type.Integer(),
  /** the day a report went to the receiver; null: it is owed */
  met: Nullable(Day),
  /** owed since an earlier version */
  stillOwed: Type.Boolean(),
  /** why the case concerns the receiver; null: every case does */
  concerned: Nullable(Condition),
  /** why the rule is the one; null: it takes what no other did */
  applies: Nullable(Condition),
});
export type ExplainedObligation = Static<typeof ExplainedObligation>;

export const readObligations = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/obligations',
  summary: 'To whom a case has to be reported until when, and why',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
  data: Type.Object({
    listInfo: Type.Array(ExplainedObligation),
    /** what a row is called of the groups that conditions walk through, by id */
    groups: Type.Record(Type.String(), Type.String()),
  }),
});

/** new: no case yet; synced: as the case has it; changed: the study system says otherwise since; failed */
export const EDC_STATES = ['NEW', 'SYNCED', 'CHANGED', 'FAILED'] as const;

/** An adverse event as the external study system sent it. */
export const EdcSyncRow = Type.Object({
  syncKey: Type.Integer(),
  studyNo: Type.String(),
  subjectId: Type.String(),
  visit: Type.String(),
  aeTerm: Type.String(),
  sae: OneOf('Y', 'N'),
  state: OneOf(...EDC_STATES),
  receivedAt: Type.String({ format: 'date-time' }),
  /** null: no case was made of it, or none the user may see */
  caseKey: Nullable(Type.Integer()),
  caseNo: Nullable(Type.String()),
});

export const readHomeEdcSync = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/home-edcsync',
  summary: 'The adverse events that came in last from the external study system',
  access: ['READ.SYNC', 'EDIT.SYNC'],
  params: InSponsor,
  query: RowCount,
  data: Type.Object({ listInfo: Type.Array(EdcSyncRow), totalCount: Type.Integer() }),
});

const edcSyncList = {
  path: '/1.0/sponsors/:sponsorKey/home-edcsync-list',
  menuId: 'MU-HM-ES',
  summary: 'Every adverse event that came in from the external study system',
  access: ['READ.SYNC', 'EDIT.SYNC'],
} as const;
export const listHomeEdcSync = { ...defineList(edcSyncList), params: InSponsor };
export const exportHomeEdcSync = { ...defineListExport(edcSyncList), params: InSponsor };

export const readHomeWorkflow = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/home-workflow',
  summary:
    'How many cases are in each step of the workflow: mine, of my roles, unassigned, late, all; no step where the sponsor works without one',
  access: ['READ.CASE_WORKFLOW'],
  params: InSponsor,
  data: Type.Object({
    /** in their order; each number counts the cases that `listCases` finds with the same workflow, owner and late */
    steps: Type.Array(
      Type.Object({
        workflowKey: Type.String(),
        workflowLabel: Type.String(),
        mine: Type.Integer(),
        role: Type.Integer(),
        unassigned: Type.Integer(),
        late: Type.Integer(),
        all: Type.Integer(),
      }),
    ),
  }),
});

export const readHomeCases = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/home-cases',
  summary: 'The cases that were changed last',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: InSponsor,
  query: RowCount,
  data: Type.Object({
    listInfo: Type.Array(
      Type.Object({
        caseKey: Type.Integer(),
        caseNo: Type.String(),
        aeTerm: Nullable(Type.String()),
        productName: Nullable(Type.String()),
        updatedAt: Type.String({ format: 'date-time' }),
        updatedBy: Type.String(),
      }),
    ),
  }),
});

export const findCaseByNumber = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/home-case',
  summary: 'The newest version of the case with a number: its own, the sender’s or the worldwide one',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: InSponsor,
  query: Type.Object({ number: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }) }),
  data: Type.Object({ caseKey: Type.Integer(), caseNo: Type.String() }),
});
