/**
 * The home page (specification 1 sections 1, 2, 7 and 9): due reports, events of the external study system, and cases
 * by workflow step. Each card has its own call; notices are in notices.ts.
 */
import { Type, type Static } from 'typebox';
import type { Explanation } from '../expressions/explain.ts';
import { defineCall } from './call.ts';
import { SYNC_STATES } from '../sync/syncEvent.ts';
import { Nullable, OneOf } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

/** Rows of a card of the home page (specification section 9). */
export const HOME_ROWS = 5;
/** Days covered by the chart of due reports: three weeks including today. */
export const DUE_DAYS_AHEAD = 21;

const InSponsor = Type.Object({ sponsorKey: Type.Integer() });
const RowCount = Type.Object({
  rowCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: HOME_ROWS })),
});
/** CCYYMMDD in the sponsor's time zone */
const Day = Type.String({ pattern: '^\\d{8}$' });

/** A report due to a receiver. */
export const DueReport = Type.Object({
  caseKey: Type.Integer(),
  caseNo: Type.String(),
  /** 0: the initial report */
  followUpNo: Type.Integer(),
  receiver: Type.String(),
  /** name of the reporting rule */
  rule: Type.String(),
  day0: Day,
  dueDate: Day,
  /** days until the due date; negative: overdue */
  daysLeft: Type.Integer(),
  workflowLabel: Type.String(),
  /** empty: not claimed */
  ownerName: Type.String(),
  patientName: Nullable(Type.String()),
  productName: Nullable(Type.String()),
  aeTerm: Nullable(Type.String()),
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
    /** all due reports */
    totalCount: Type.Integer(),
    /** of these, the overdue ones */
    lateCount: Type.Integer(),
    /** today in the sponsor's time zone; the first entry of `days` */
    today: Day,
    /** one entry per day, including days without reports */
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

/** An item that determined the result, as the reader may see it. */
export const ReadInput = Type.Object({
  itemId: Type.String(),
  /** its label at the time of evaluation */
  label: Type.String(),
  /** row numbers, outermost first; empty: not repeatable */
  rows: Type.Array(Type.Integer()),
  /** as text; null: no value, or blinded */
  text: Nullable(Type.String()),
  blinded: Type.Boolean(),
});

const Condition = Type.Object({
  /** the evaluated expression tree; its readings are in `inputs` */
  why: Type.Unsafe<Explanation>({ type: 'object', additionalProperties: true }),
  inputs: Type.Array(ReadInput),
});

/** Why a report is due, and when. */
export const ExplainedObligation = Type.Object({
  receiver: Type.String(),
  ruleId: Type.String(),
  rule: Type.String(),
  /** source of the rule */
  source: Type.String(),
  /** its timelines are samples, not the regulation */
  example: Type.Boolean(),
  day0: Day,
  /** the role of the item that gives day 0; null: none does, and the creation day of the version is used */
  dayZeroFrom: Nullable(Type.Object({ itemId: Type.String(), label: Type.String(), written: Type.String() })),
  /** day 0 comes from a partial date: its latest possible day */
  dayZeroAssumed: Type.Boolean(),
  days: Type.Integer(),
  dueDate: Day,
  daysLeft: Type.Integer(),
  /** the day a report was sent to the receiver; null: still due */
  met: Nullable(Day),
  /** due since an earlier version */
  stillOwed: Type.Boolean(),
  /** the version is no longer reportable by the rule: the report tells this to a receiver that has an earlier one */
  closes: Type.Boolean(),
  /** why the case is reportable to the receiver; null: every case is */
  concerned: Nullable(Condition),
  /** why this rule applies; null: it is the default rule */
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
    /** row labels of the groups that conditions iterate over, by group id */
    groups: Type.Record(Type.String(), Type.String()),
  }),
});

/** An adverse event of a study, as it was found in its source. */
export const EdcSyncRow = Type.Object({
  eventKey: Type.Integer(),
  studyNo: Type.String(),
  subjectId: Type.String(),
  visit: Type.String(),
  aeTerm: Type.String(),
  sae: OneOf('Y', 'N'),
  state: OneOf(...SYNC_STATES),
  changedAt: Type.String({ format: 'date-time' }),
  /** null: it is in no case, or in none that the user may see */
  caseKey: Nullable(Type.Integer()),
  caseNo: Nullable(Type.String()),
  /** of the dialog of its subject, below the prefix of the main area */
  path: Type.String(),
});

/** What a sponsor needs before its first case can be entered, coded and sent, in order. */
export const FIRST_STEPS = ['sender', 'product', 'receiver', 'users', 'dictionary'] as const;

export const readFirstSteps = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/home-first-steps',
  summary: 'What the sponsor needs to begin, and which of it there is',
  access: ['EDIT.ADMIN'],
  params: InSponsor,
  data: Type.Object({
    steps: Type.Array(Type.Object({ step: OneOf(...FIRST_STEPS), done: Type.Boolean() })),
  }),
});

export const readHomeEdcSync = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/home-edcsync',
  summary: 'The adverse events of studies that were found or changed last',
  access: ['READ.SYNC', 'EDIT.SYNC'],
  params: InSponsor,
  query: RowCount,
  data: Type.Object({ listInfo: Type.Array(EdcSyncRow), totalCount: Type.Integer() }),
});

const edcSyncList = {
  path: '/1.0/sponsors/:sponsorKey/home-edcsync-list',
  menuId: 'MU-HM-ES',
  summary: 'Every adverse event of studies that was found',
  access: ['READ.SYNC', 'EDIT.SYNC'],
} as const;
export const listHomeEdcSync = { ...defineList(edcSyncList), params: InSponsor };
export const exportHomeEdcSync = { ...defineListExport(edcSyncList), params: InSponsor };

export const readHomeWorkflow = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/home-workflow',
  summary:
    'How many cases are in each step of the workflow: mine, of my roles, unassigned, claimable, returned, late, all; no step where the sponsor works without one',
  access: ['READ.CASE_WORKFLOW'],
  params: InSponsor,
  data: Type.Object({
    /**
     * in workflow order; each number equals the result of `listCases` with the same workflow, owner, returned and late filters
     */
    steps: Type.Array(
      Type.Object({
        workflowKey: Type.String(),
        workflowLabel: Type.String(),
        mine: Type.Integer(),
        role: Type.Integer(),
        unassigned: Type.Integer(),
        claimable: Type.Integer(),
        returned: Type.Integer(),
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
