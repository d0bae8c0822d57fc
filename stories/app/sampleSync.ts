/** Adverse events of a study as a server with sample rows answers them. */
import type { ListSourceFile } from '../../schemas/compile/lists.ts';
import eventsList from '../../schemas/lists/MU-ES-SL.list.json' with { type: 'json' };
import differencesList from '../../schemas/lists/MU-ES-RC.list.json' with { type: 'json' };
import * as contract from '../../shared/contract/index.ts';
import { SYNC_STATES } from '../../shared/sync/syncEvent.ts';
import { fake, type FakeCall } from './fakeCalls.ts';
import { listCalls, paged } from './sampleListInfo.ts';

const TERMS = ['Pyrexia', 'Urticaria', 'Nausea', 'Headache', 'Rash', 'Dizziness'];

/** One event in each state. */
export const sampleItems = (): contract.SyncItem[] =>
  SYNC_STATES.map((SYNC, index) => ({
    EVENT_KEY: index + 1,
    SCHD_KEY: 2,
    AESEQ: index + 1,
    SUBJ_KEY: 7,
    SUBJ_ID: '301-014',
    VISIT_LABEL: 'Visit 2',
    AETERM: TERMS[index] ?? '',
    BOOKLET_STATUS: 'Submitted',
    SAE: index === 0 ? 'Y' : 'N',
    SYNC,
    CASE_KEY: ['yes', 'changed', 'removed'].includes(SYNC) ? 9 : null,
    CASE_NO: ['yes', 'changed', 'removed'].includes(SYNC) ? 'KR-ACME-2026-0012' : null,
    PROBLEM:
      SYNC === 'failed'
        ? { kind: 'unmapped', rule: { itemId: 'SEX', targetSeqNo: 1 }, sourceText: 'SLEEPING' }
        : null,
    REMARK: null,
  }));

const listRow = (item: contract.SyncItem): contract.ListRow => ({
  rowKey: String(item.EVENT_KEY),
  name: item.SUBJ_ID,
  delFlag: 'N',
  link: `study-list/3/detail/sync/list?subject=7&event=${item.AESEQ}&visit=2`,
  cells: {
    subject: item.SUBJ_ID,
    visit: item.VISIT_LABEL,
    eventNo: String(item.AESEQ),
    aeTerm: item.AETERM,
    sae: item.SAE === 'Y' ? 'Serious' : 'Not serious',
    state: item.SYNC,
    changedAt: '2026-11-25T09:00:00.000Z',
    ...(item.CASE_NO !== null && { caseNo: item.CASE_NO }),
  },
  codes: { sae: [item.SAE], state: [item.SYNC] },
});

const value = (more: Partial<contract.DryRunValue>): contract.DryRunValue => ({
  address: 'TERM|1|0|0',
  itemId: 'TERM',
  rowNo: 1,
  rowNo2: 0,
  rowNo3: 0,
  place: 'Reactions › Reaction 1 › Reaction in native language',
  hidden: false,
  before: { value: null, nullFlavor: null },
  after: { value: 'Pyrexia', nullFlavor: null },
  outcome: 'set',
  touched: false,
  sourceText: 'Pyrexia',
  source: '301-014 › VISIT2 › AE › AE_LOG (1) › AETERM',
  rule: { itemId: 'TERM', targetSeqNo: 1, version: 2 },
  significant: true,
  ...more,
});

export const sampleDryRun = (more: Partial<contract.DryRun> = {}): contract.DryRun => ({
  question: false,
  kind: 'new',
  target: null,
  candidates: [],
  duplicates: [],
  seen: '',
  mostRecent: '20261125',
  values: [
    value({}),
    value({
      address: 'OUTCOME|1|0|0',
      place: 'Reactions › Reaction 1 › Outcome',
      before: { value: 'Recovered', nullFlavor: null },
      after: { value: 'Fatal', nullFlavor: null },
      outcome: 'conflict',
      touched: true,
      sourceText: 'FATAL',
    }),
    value({ address: 'ARM|1|0|0', place: 'Drugs › Drug 1 › Treatment', hidden: true, sourceText: null }),
    value({ address: 'SEX|0|0|0', place: 'Patient › Sex', outcome: 'same', source: null, sourceText: null }),
  ],
  problems: [],
  failed: [],
  findings: [],
  ...more,
});

export const CANDIDATE: contract.DryRun['candidates'][number] = {
  rootCaseKey: 9,
  caseKey: 9,
  caseNo: 'KR-ACME-2026-0012',
  versionNo: 1,
  terms: ['Nausea', 'Headache'],
};

export const DUPLICATE: contract.DryRun['duplicates'][number] = {
  caseKey: 7,
  caseNo: 'KR-ACME-2026-0007',
  versionNo: 2,
  agreeing: ['Subject or record number', 'Reaction'],
};

export const sampleProblem = (): contract.DryRun['problems'][number] => ({
  kind: 'unmapped',
  rule: { itemId: 'OUTCOME', targetSeqNo: 1 },
  sourceText: 'SLEEPING',
  eventKey: 1,
  blocking: true,
  place: 'Outcome',
  source: '301-014 › VISIT2 › AE › AE_LOG (1) › AEOUT',
});

const DIFFERENCE: contract.ListRow = {
  rowKey: 'n:1',
  name: 'Pyrexia',
  delFlag: 'N',
  link: null,
  cells: { kind: 'Serious event without a case', subject: '301-014', aeTerm: 'Pyrexia', decision: 'Open' },
  codes: { kind: ['noCase'], decision: ['open'] },
};

interface SampleSync {
  items?: contract.SyncItem[];
  dryRun?: contract.DryRun;
  hasRules?: boolean;
}

/** What the page of a study reads. */
export const syncCalls = ({
  items = sampleItems(),
  dryRun = sampleDryRun(),
  hasRules = true,
}: SampleSync = {}): FakeCall[] => [
  ...listCalls([eventsList, differencesList] as unknown as ListSourceFile[]),
  fake(contract.readSyncStudy, () => ({
    studyName: 'ACME-301',
    protocol: 'ACM301',
    hasRules,
    readAt: '2026-11-25T08:00:00.000Z',
  })),
  fake(contract.listSyncEvents, () => paged('MU-ES-SL', items.map(listRow))),
  fake(contract.listReconciliation, () => paged('MU-ES-RC', [DIFFERENCE])),
  fake(contract.retrieveSyncItems, ({ query: { aeSeq } }) => ({
    SUBJ_ID: '301-014',
    booklet: true,
    listInfo: [
      ...items.filter(({ AESEQ }) => AESEQ === aeSeq),
      ...items.filter(({ AESEQ }) => AESEQ !== aeSeq),
    ],
  })),
  fake(contract.dryRunSync, () => dryRun),
  fake(contract.checkSyncProgress, () => ({ done: true, listInfo: [] })),
  fake(contract.readSyncLog, () => ({
    listInfo: [
      {
        at: '2026-11-24T08:00:00.000Z',
        userName: 'Mina Park',
        action: 'sync' as const,
        caseNo: 'KR-ACME-2026-0012',
        reason: '',
      },
    ],
  })),
];
