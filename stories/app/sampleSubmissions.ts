/** Submissions as a server with sample batches answers them. */
import type { ListSourceFile } from '../../schemas/compile/lists.ts';
import caseList from '../../schemas/lists/MU-SM-CH.list.json' with { type: 'json' };
import batchList from '../../schemas/lists/MU-SM-HI.list.json' with { type: 'json' };
import entryList from '../../schemas/lists/MU-SM.list.json' with { type: 'json' };
import * as contract from '../../shared/contract/index.ts';
import type { DataOf } from '../../shared/contract/index.ts';
import { fake, type FakeCall } from './fakeCalls.ts';
import { listCalls, paged } from './sampleListInfo.ts';

export type SampleBatch = DataOf<typeof contract.readSubmission>;

const AT = '2026-01-30T08:00:00.000Z';
const words = (en: string) => ({ en, ko: en, ja: en, zh: en });

const MESSAGE: SampleBatch['messages'][number] = {
  seq: 1,
  caseKey: 12,
  caseNo: 'KR-ACME-2026-0012',
  versionNo: 1,
  kind: 'initial',
  state: 'waiting',
  messageNumber: 'KR-ACME-2026-0012',
  predicted: {
    verdict: 'acceptedWithWarning',
    items: [{ itemId: 'C.1.5', page: 'CI', label: 'Date of Most Recent Information' }],
  },
  answerCode: null,
  answerText: null,
  items: [],
  localNumber: null,
  correctBy: null,
  correction: null,
  lateReport: null,
  codes: [],
  answeredAt: null,
};

export const READY_BATCH: SampleBatch = {
  batchKey: 7,
  receiver: 'FDA',
  sender: 'Acme Korea',
  environment: 'production',
  transport: 'folder',
  pretend: 'rejected',
  notation: false,
  batchNumber: '05765e99-9eb9-4c11-8c70-6b28e4663018',
  state: 'ready',
  delayed: false,
  manualStatus: null,
  sending: null,
  awaitsPerson: false,
  isSigned: false,
  hidesTexts: false,
  takes: ['cancel', 'case.removed', 'check', 'confirm'],
  fault: null,
  nextTryAt: null,
  fileKey: '47acc12e00f0814b19f1676ced686379664c51b02d1af14c421f9e034eb6c314',
  fileSize: 31_500,
  frozenAt: AT,
  catalogueVersion: '8254617b7ebd89ac',
  dictionaries: { MEDDRA: '28.1' },
  createdAt: AT,
  createdName: 'Mina Park',
  confirmedAt: null,
  confirmedName: null,
  comment: '',
  sentAt: null,
  answeredAt: null,
  messages: [MESSAGE, { ...MESSAGE, seq: 2, caseKey: 13, caseNo: 'KR-ACME-2026-0013', kind: 'followUp' }],
  attempts: [],
  events: [
    {
      eventKey: 1,
      seq: null,
      type: 'created',
      code: null,
      text: null,
      at: AT,
      remoteAt: null,
      userName: 'Mina Park',
      fileKey: null,
    },
  ],
};

const [event] = READY_BATCH.events;

/** Answered: one accepted, one rejected with an item, one that the answer does not name. */
export const ANSWERED_BATCH: SampleBatch = {
  ...READY_BATCH,
  state: 'acknowledged',
  takes: [],
  confirmedAt: AT,
  confirmedName: 'Mina Park',
  comment: 'First report',
  sentAt: AT,
  answeredAt: AT,
  messages: [
    { ...MESSAGE, state: 'accepted', answerCode: 'CA', answerText: 'Report Loaded Successfully' },
    {
      ...MESSAGE,
      seq: 2,
      caseKey: 13,
      caseNo: 'KR-ACME-2026-0013',
      state: 'rejected',
      answerCode: 'CR',
      answerText: 'Element value With Tag Id C.1.4 is Mandatory.',
      items: [{ itemId: 'C.1.4', page: 'CI', label: 'Date first received' }],
    },
    {
      ...MESSAGE,
      seq: 3,
      caseKey: 14,
      caseNo: 'KR-ACME-2026-0014',
      state: 'needsDecision',
      answerCode: 'AE',
    },
  ],
  events: [
    ...READY_BATCH.events,
    ...(event
      ? [
          { ...event, eventKey: 2, type: 'state.sent', userName: null },
          {
            ...event,
            eventKey: 3,
            type: 'acknowledgement',
            code: 'AE',
            userName: null,
            fileKey: 'a'.repeat(64),
          },
          { ...event, eventKey: 4, type: 'answer.rejected', seq: 2, code: 'CR', userName: null },
        ]
      : []),
  ],
};

/** One of its reports was sent after its due date. */
export const LATE_BATCH: SampleBatch = {
  ...ANSWERED_BATCH,
  messages: [{ ...MESSAGE, state: 'accepted', lateReport: '12 FDA' }],
};

export const DELAYED_BATCH: SampleBatch = {
  ...ANSWERED_BATCH,
  state: 'sent',
  delayed: true,
  answeredAt: null,
  messages: [{ ...MESSAGE, state: 'sent' }],
};

const FINDINGS: DataOf<typeof contract.readSubmissionCheck>['findings'] = [
  {
    findingKey: 1,
    seq: null,
    checkId: 'structure',
    severity: 'warning',
    ruleId: 'schemaNotDone',
    message: words('The message was not checked against the ICH schema'),
    item: null,
    reason: null,
    reasonName: null,
  },
  {
    findingKey: 2,
    seq: 1,
    checkId: 'rules',
    severity: 'warning',
    ruleId: 'rule',
    message: words('The report was created before its most recent information arrived.'),
    item: { itemId: 'C.1.2', label: 'Date of creation', row: '', path: 'case/1/detail/CI?item=C.1.2' },
    reason: 'Known to the receiver',
    reasonName: 'Mina Park',
  },
];

const row = (
  rowKey: string,
  name: string,
  cells: Record<string, string>,
  codes: Record<string, string[]>,
) => ({
  rowKey,
  name,
  delFlag: 'N' as const,
  link: null,
  cells,
  codes,
});

const ENTRY_ROWS: contract.ListRow[] = [
  row(
    '12 FDA',
    'KR-ACME-2026-0012',
    {
      caseNo: 'KR-ACME-2026-0012',
      followUpNo: '0',
      receiver: 'FDA',
      dueDate: '20260202',
      daysLeft: '3',
      state: 'Not sent',
    },
    { state: ['none'] },
  ),
  row(
    '13 EMA',
    'KR-ACME-2026-0013',
    {
      caseNo: 'KR-ACME-2026-0013',
      followUpNo: '1',
      receiver: 'EMA',
      dueDate: '20260129',
      daysLeft: '-1',
      state: 'Rejected',
    },
    { state: ['rejected'] },
  ),
];
const BATCH_ROWS: contract.ListRow[] = [
  row(
    '7',
    '7',
    { batch: '7', receiver: 'FDA', cases: '3', state: 'Delayed', sentAt: AT },
    { state: ['delayed'] },
  ),
];

/** What the pages of submissions read of a batch. */
export const submissionCalls = (batch: SampleBatch = READY_BATCH): FakeCall[] => [
  ...listCalls([entryList, batchList, caseList] as unknown as ListSourceFile[]),
  fake(contract.listSubmissionCases, () => paged('MU-SM', ENTRY_ROWS)),
  fake(contract.listSubmissions, () => paged('MU-SM-HI', BATCH_ROWS)),
  fake(contract.listSubmittedCases, () => paged('MU-SM-CH', [])),
  fake(contract.readSubmissionOptions, () => ({
    receivers: [
      {
        receiver: 'FDA',
        region: 'US',
        environment: 'test' as const,
        notation: false,
        transport: null,
      },
    ],
    ends: [{ receiver: 'FDA', what: 'certificate' as const, day: '20260105', daysLeft: 6 }],
    senders: [{ senderKey: 2, name: 'Acme Korea' }],
    transports: ['folder' as const, 'byHand' as const],
    pretendAnswers: ['check' as const, 'rejected' as const, 'silent' as const],
  })),
  fake(contract.readSubmission, () => batch),
  fake(contract.readFrozenMessage, () => ({
    xml: '<MCCI_IN200100UV01/>',
    isCut: false,
    items: [{ itemId: 'C.1.4', label: 'Date Report Was First Received', row: '', value: '20260105' }],
    before: { batchKey: 5, sentAt: AT },
    changes: [
      {
        itemId: 'C.1.4',
        label: 'Date Report Was First Received',
        row: '',
        before: '20260104',
        after: '20260105',
      },
    ],
  })),
  fake(contract.readSubmissionCheck, () => ({ checkedAt: AT, findings: FINDINGS })),
  fake(contract.readLateReasons, () => ({
    listInfo: [
      { code: 'INFORMATION', label: 'Information came late' },
      { code: 'OTHER', label: 'Another reason' },
    ],
    needsComment: 'OTHER',
  })),
  fake(contract.readSubmissionComments, () => ({
    revisions: [
      {
        revisionNo: 1,
        comments: 'Receipt of the portal: 4711',
        batchStatus: 'transmitted',
        originBatchStatus: 'delayed',
        at: AT,
        userName: 'Mina Park',
      },
    ],
    manualBatchStatusOptions: [
      'transmitted' as const,
      'accepted' as const,
      'rejected' as const,
      'notNeeded' as const,
    ],
    changeableStatus: true,
    originBatchStatus: 'transmitted',
  })),
  fake(contract.listUnmatchedAnswers, () => ({
    listInfo: [
      {
        inboxKey: 3,
        at: AT,
        fileName: 'foreign.xml',
        senderId: 'ZZFDA',
        batchNumber: 'of-another-system',
        code: 'AA',
        problem: 'unknownBatch',
      },
    ],
  })),
];
