/** Invented data of the cards on the home page. */
import * as contract from '../../shared/contract/index.ts';
import { SYNC_STATES } from '../../shared/sync/syncEvent.ts';
import { dayAfter } from '../../shared/dates/zonedDay.ts';
import { fake, type FakeCall } from './fakeCalls.ts';
import { CASE_KEY } from './sampleCase.ts';

const TODAY = '20260310';

/** By the days that are left to each. */
export function sampleReports(left: readonly number[]): contract.DataOf<typeof contract.readHomeReports> {
  const listInfo = left.map((daysLeft, at) => ({
    caseKey: CASE_KEY + at,
    caseNo: `KR-ACME-2026-00${12 + at}`,
    followUpNo: at % 2,
    receiver: at % 2 === 0 ? 'MFDS' : 'EMA',
    rule: at % 2 === 0 ? '중대 / Serious' : 'Trial, fatal or life-threatening',
    day0: dayAfter(TODAY, daysLeft - 15),
    dueDate: dayAfter(TODAY, daysLeft),
    daysLeft,
    workflowLabel: 'Medical review',
    ownerName: at === 0 ? '' : 'Kim Editor',
    patientName: 'M.K.',
    productName: 'Velanorix 20 mg tablet',
    aeTerm: 'itchy rash of the trunk',
  }));
  return {
    listInfo: listInfo.slice(0, contract.HOME_ROWS),
    totalCount: left.length,
    lateCount: left.filter((days) => days < 0).length,
    today: TODAY,
    days: Array.from({ length: contract.DUE_DAYS_AHEAD }, (_, ahead) => ({
      day: dayAfter(TODAY, ahead),
      count: left.filter((days) => days === ahead).length,
    })),
  };
}

const condition = (itemId: string, literal: string, text: string, blinded = false) => ({
  why: {
    source: `anyRow("E.i", value("${itemId}") == "${literal}")`,
    holds: true,
    by: 'anyRow' as const,
    group: 'E.i',
    count: 2,
    rows: [
      {
        path: [1],
        why: {
          source: `value("${itemId}") == "${literal}"`,
          holds: true,
          by: 'test' as const,
          words: {
            demand: 'equal' as const,
            isNot: false,
            subject: { reading: 'value' as const, id: itemId },
            literals: [literal],
          },
          inputs: [],
          rows: [],
        },
      },
    ],
  },
  inputs: [{ itemId, label: 'Country', rows: [1], text: blinded ? null : text, blinded }],
});

export const sampleObligation = (
  more: Partial<contract.ExplainedObligation> = {},
): contract.ExplainedObligation => ({
  receiver: 'MFDS',
  ruleId: 'MFDS.serious.15',
  rule: 'Serious',
  source: 'Example, not law',
  example: true,
  day0: '20260228',
  dayZeroAssumed: true,
  days: 15,
  dueDate: '20260315',
  daysLeft: 5,
  met: null,
  dayZeroFrom: { itemId: 'C.1.5', label: 'Most recent information', written: '2026-02' },
  stillOwed: true,
  closes: false,
  concerned: condition('E.i.9', 'KR', 'South Korea (KR)'),
  applies: condition('E.i.3.2f', 'true', 'true', true),
  ...more,
});

const sampleSteps: contract.DataOf<typeof contract.readHomeWorkflow> = {
  steps: [
    {
      workflowKey: 'SAVED',
      workflowLabel: 'Saved',
      mine: 2,
      role: 5,
      unassigned: 3,
      claimable: 3,
      returned: 1,
      late: 1,
      all: 9,
    },
    {
      workflowKey: 'REVIEW',
      workflowLabel: '의학적 검토 대기',
      mine: 0,
      role: 0,
      unassigned: 4,
      claimable: 0,
      returned: 0,
      late: 0,
      all: 4,
    },
    {
      workflowKey: 'FINAL',
      workflowLabel: 'Finalised',
      mine: 0,
      role: 0,
      unassigned: 0,
      claimable: 0,
      returned: 0,
      late: 0,
      all: 0,
    },
  ],
};

const sampleSyncs: contract.DataOf<typeof contract.readHomeEdcSync> = {
  listInfo: SYNC_STATES.map((state, at) => ({
    eventKey: at + 1,
    studyNo: 'ACME-301',
    subjectId: `301-00${at}`,
    visit: 'Visit 2',
    aeTerm: ['Headache', 'Syncope'][at % 2] ?? '',
    sae: at % 2 === 0 ? ('N' as const) : ('Y' as const),
    state,
    changedAt: '2026-03-09T22:15:00.000Z',
    caseKey: state === 'yes' ? CASE_KEY : null,
    caseNo: state === 'yes' ? 'KR-ACME-2026-0012' : null,
    path: `study-list/3/detail/sync/list?subject=7&event=${at}&visit=2`,
  })),
  totalCount: 6,
};

/** Of these nothing is there yet. */
export const sampleFirstSteps = (
  ...missing: readonly Step[]
): contract.DataOf<typeof contract.readFirstSteps> => ({
  steps: contract.FIRST_STEPS.map((step) => ({ step, done: !missing.includes(step) })),
});
type Step = (typeof contract.FIRST_STEPS)[number];

export const homeCalls = (): FakeCall[] => [
  fake(contract.readFirstSteps, () => sampleFirstSteps()),
  fake(contract.readHomeReports, () => sampleReports([-3, -1, 0, 2, 5, 5, 14])),
  fake(contract.readObligations, () => ({
    listInfo: [sampleObligation(), sampleObligation({ receiver: 'EMA' })],
    groups: { 'E.i': 'Reaction' },
  })),
  fake(contract.readHomeWorkflow, () => sampleSteps),
  fake(contract.countWarnings, () => ({
    pending: 0,
    listInfo: [
      { warning: 'rejected', label: 'Rejected by the receiver', severity: 'error' as const, count: 1 },
    ],
  })),
  fake(contract.readHomeEdcSync, () => sampleSyncs),
  fake(contract.readHomeCases, () => ({
    listInfo: [0, 1].map((at) => ({
      caseKey: CASE_KEY + at,
      caseNo: `KR-ACME-2026-00${12 + at}`,
      aeTerm: at === 0 ? 'Headache' : null,
      productName: 'Velanorix',
      updatedAt: '2026-03-10T01:00:00.000Z',
      updatedBy: 'case.editor',
    })),
  })),
  fake(contract.findCaseByNumber, () => ({ caseKey: CASE_KEY, caseNo: 'KR-ACME-2026-0012' })),
];
