/** A workflow of four steps, and the invented case in it. */
import * as contract from '../../shared/contract/index.ts';
import { fake, type FakeCall } from './fakeCalls.ts';
import { READ_AT } from './sampleCase.ts';

const PROCESSOR = { ROLE_ID: 2, ROLE_NAME: 'Case processor' };
const REVIEWER = { ROLE_ID: 4, ROLE_NAME: 'Medical reviewer' };
const ADMIN = { ROLE_ID: 1, ROLE_NAME: 'Administrator' };
const step = (workflowKey: string, workflowLabel: string, sort: number) => ({
  workflowKey,
  workflowLabel,
  sort,
  description: '',
  editable: sort === 1,
  saved: sort === 1,
  approval: sort === 3,
  fourEyes: sort === 2,
  dueDays: sort === 4 ? null : sort + 1,
  normalHours: sort === 2 ? 36 : null,
  maximumHours: sort === 2 ? 72 : null,
  roles: [sort === 1 ? PROCESSOR : sort === 2 ? REVIEWER : ADMIN],
});
const STEPS = [
  step('SAVED', 'Saved', 1),
  step('REVIEW', 'To be reviewed', 2),
  step('REVIEWED', 'Internal review completed', 3),
  step('FINALIZED', 'Finalized', 4),
];
const ROUTES = [
  ['SAVED', 'REVIEW'],
  ['REVIEW', 'REVIEWED'],
  ['REVIEW', 'SAVED'],
  ['REVIEWED', 'FINALIZED'],
  ['REVIEWED', 'SAVED'],
  ['FINALIZED', 'SAVED'],
].map(([from = '', to = '']) => ({ from, to }));

type Workflow = contract.DataOf<typeof contract.readWorkflow>;

const entry = (
  stepNo: number,
  changes: Partial<Workflow['listInfo'][number]>,
): Workflow['listInfo'][number] => ({
  stepNo,
  fromStatus: 'Saved',
  toStatus: 'To be reviewed',
  taken: false,
  handedOver: false,
  comments: '',
  roleName: REVIEWER.ROLE_NAME,
  userName: null,
  mostRecent: '20260110',
  dueAt: READ_AT,
  delayDays: 0,
  at: READ_AT,
  byName: 'Kim Editor',
  overrideReason: null,
  ...changes,
});

/** Waits for a medical reviewer, two days late. */
export const sampleWorkflow = (changes: Partial<Workflow> = {}): Workflow => ({
  steps: STEPS,
  routes: ROUTES,
  current: {
    workflowKey: 'REVIEW',
    workflowLabel: 'To be reviewed',
    roleId: 4,
    roleName: 'Medical reviewer',
    userKey: null,
    userName: null,
    at: READ_AT,
    dueAt: READ_AT,
    daysLate: 2,
    over: 'normal',
  },
  next: ['SAVED', 'REVIEWED'],
  leadRefusal: null,
  takeRefusal: null,
  handOverRefusal: null,
  mayOverride: false,
  mayHandOverInstead: false,
  whoMay: { names: ['Lee Reviewer', 'Park Reviewer'], more: 1 },
  retrievedAt: READ_AT,
  listInfo: [
    entry(4, { comments: 'The reporter answered. '.repeat(30), delayDays: 1 }),
    entry(3, {
      fromStatus: 'To be reviewed',
      toStatus: 'Saved',
      byName: 'Choi Admin',
      delayDays: null,
      roleName: PROCESSOR.ROLE_NAME,
      userName: 'Kim Editor',
      overrideReason: 'The reviewer is on leave',
    }),
    entry(2, { taken: true, fromStatus: 'To be reviewed', userName: 'Lee Reviewer', byName: 'Lee Reviewer' }),
    entry(1, { fromStatus: null, toStatus: 'Saved', roleName: null, delayDays: null }),
  ],
  pageInfo: { menuId: 'MU-CS', pageNo: 1, rowCount: 20, totalCount: 4, totalPage: 1 },
  ...changes,
});

const USERS = {
  listInfo: [
    { userKey: 7, userName: 'Lee Reviewer' },
    { userKey: 8, userName: 'Park Reviewer' },
  ],
};

/** Every other case has another owner; the third is locked. */
export const sampleValidation = (
  caseKeys: readonly number[],
  changes: Partial<contract.DataOf<typeof contract.validateBatchWorkflow>> = {},
): contract.DataOf<typeof contract.validateBatchWorkflow> => ({
  listInfo: caseKeys.map((caseKey, index) => ({
    caseKey,
    caseNo: `KR-ACME-2026-00${caseKey}`,
    current: sampleWorkflow().current,
    overrides: index % 2 === 1,
    refusal:
      index === 2
        ? { errCode: 'ROUTE_REFUSED', errMsg: 'The case cannot be routed: it is locked; unlock it first' }
        : null,
    retrievedAt: READ_AT,
  })),
  workflows: STEPS.filter(({ sort }) => sort === 1 || sort === 3),
  signed: false,
  staying: STEPS.filter(({ workflowKey }) => workflowKey === 'REVIEW'),
  ...changes,
});

export const workflowCalls = (): FakeCall[] => [
  fake(contract.readWorkflow, () => sampleWorkflow()),
  fake(contract.readWorkflowAudit, () => ({ listInfo: [] })),
  fake(contract.listWorkflowUsers, () => USERS),
  fake(contract.routeCase, ({ body }) => ({
    ...sampleWorkflow().current,
    workflowKey: body.workflowInfo.workflowKey,
  })),
  fake(contract.claimCase, () => ({ ...sampleWorkflow().current, userKey: 1, userName: 'Kim Editor' })),
  fake(contract.readBatchPrivilege, () => ({ permitted: true, mayOverride: true, takesPart: true })),
  fake(contract.listBatchWorkflowUsers, () => USERS),
  fake(contract.validateBatchWorkflow, ({ body }) => sampleValidation(body.caseKeys)),
  fake(contract.runBatchWorkflow, ({ body }) => ({
    listInfo: body.cases.map(({ caseKey }) => ({
      caseKey,
      current: sampleWorkflow().current,
      refusal: null,
    })),
  })),
];
