/** An import as a server with sample messages answers it. */
import * as contract from '../../shared/contract/index.ts';
import type { ImportMessage, ImportRun } from '../../shared/contract/index.ts';
import { fake, type FakeCall } from './fakeCalls.ts';
import { pdfOf } from './samplePdf.ts';

export const RUN_KEY = '05765e99-9eb9-4c11-8c70-6b28e4663018';
const AT = '2026-01-30T08:00:00.000Z';

export const RUN: ImportRun = {
  runKey: RUN_KEY,
  state: 'deciding',
  at: AT,
  expiresAt: '2026-02-06T08:00:00.000Z',
  files: [
    {
      fileNo: 1,
      fileName: 'cases.zip',
      size: 12_000,
      hash: 'a'.repeat(64),
      earlier: [],
      dataKey: null,
      hasComments: false,
    },
  ],
  progress: null,
  error: null,
  messages: 5,
  proposals: {
    new: 1,
    followUp: 1,
    duplicate: 0,
    nullification: 0,
    otherPatient: 1,
    otherContent: 1,
    refused: 1,
  },
  chosen: 2,
  open: 2,
  imported: 0,
  refused: 0,
};

const inState = (state: ImportRun['state']): ImportRun => ({ ...RUN, state });

type Fact = ImportMessage['facts'][number];

const fact = (
  field: string,
  label: string,
  ours: string,
  theirs = '',
  match: Fact['match'] = 'agree',
): Fact => ({
  field,
  label,
  match: theirs === '' ? 'missing' : match,
  why: null,
  by: null,
  points: 0,
  ours: [ours],
  theirs: theirs === '' ? [] : [theirs],
  canStay: field !== 'product' && field !== 'event',
  stays: false,
});

const NEW: ImportMessage = {
  seq: 1,
  fileName: 'r3.xml',
  message: 1,
  form: 'R3',
  caseNumber: 'KR-PARTNER-0001',
  proposal: 'new',
  problem: null,
  facts: [
    fact('initials', 'Patient name or initials', 'K.I.M.'),
    fact('sex', 'Sex', 'Female'),
    fact('product', 'Product', 'Velanorix'),
    fact('event', 'Reaction', 'Itchy rash'),
  ],
  received: { ours: '2026-01-05', theirs: '' },
  mostRecent: { ours: '2026-01-12', theirs: '' },
  target: null,
  targetSeq: null,
  errors: 0,
  warnings: 2,
  printed: null,
  decision: 'new',
  userDecision: null,
  choices: ['new', 'followUp', 'skip'],
  outcome: null,
  caseKey: null,
  caseNo: null,
};

const MESSAGES: readonly ImportMessage[] = [
  NEW,
  {
    ...NEW,
    seq: 2,
    message: 2,
    caseNumber: 'KR-PARTNER-0002',
    proposal: 'followUp',
    decision: 'followUp',
    target: { caseKey: 12, caseNo: 'KR-ACME-2026-0012', versionNo: 1 },
    facts: [
      fact('initials', 'Patient name or initials', 'J.D.', 'J.D.'),
      fact('sex', 'Sex', 'Male', 'Male'),
      fact('product', 'Product', 'Velanorix 10 mg', 'Velanorix', 'close'),
      // the same term in other words
      fact('event', 'Reaction', 'Feels dizzy', 'Dizziness'),
    ],
    mostRecent: { ours: '2026-01-20', theirs: '2026-01-12' },
  },
  {
    ...NEW,
    seq: 3,
    fileName: 'r2.sgm',
    message: 1,
    form: 'R2',
    caseNumber: 'KR-PARTNER-0003',
    proposal: 'otherPatient',
    decision: null,
    problem: 'The case with its number is of another patient. They disagree in: Sex',
    target: { caseKey: 13, caseNo: 'KR-ACME-2026-0013', versionNo: 2 },
    facts: [
      fact('initials', 'Patient name or initials', 'M.P.', 'J.D.', 'disagree'),
      fact('sex', 'Sex', 'Female', 'Male', 'disagree'),
      fact('product', 'Product', 'Velanorix', 'Velanorix'),
      fact('event', 'Reaction', 'Headache', 'Headache'),
    ],
    errors: 1,
  },
  {
    ...NEW,
    seq: 4,
    fileName: 'broken.xml',
    message: 0,
    form: null,
    caseNumber: null,
    proposal: 'refused',
    problem: 'broken.xml:12:4 the message is not well-formed XML',
    facts: [],
    received: { ours: '', theirs: '' },
    mostRecent: { ours: '', theirs: '' },
    warnings: 0,
    decision: null,
    choices: [],
  },
  {
    ...NEW,
    seq: 5,
    message: 3,
    caseNumber: 'KR-PARTNER-0005',
    proposal: 'otherContent',
    decision: null,
    problem: 'Its content is different; compare both and decide. They differ in: Case narrative',
    target: { caseKey: 12, caseNo: 'KR-ACME-2026-0012', versionNo: 1 },
    facts: [fact('initials', 'Patient name or initials', 'J.D.', 'J.D.')],
  },
];

/** The narrative is another than that of the version with the same date. */
const DIFFERENCE: contract.Comparison = {
  listInfo: [
    {
      page: 'NR',
      itemId: 'H.1',
      rowNo: 0,
      rowNo2: 0,
      rowNo3: 0,
      kind: 'changed',
      before: { value: 'Dizziness on the next day.', nullFlavor: null, notation: null },
      after: { value: 'Dizziness and a fall on the next day.', nullFlavor: null, notation: null },
      hidden: false,
    },
  ],
  rows: [],
};

export const importCalls = (run: ImportRun = RUN): FakeCall[] => [
  fake(contract.sendImportFile, () => inState('receiving')),
  fake(contract.readImportFiles, () => RUN),
  fake(contract.listImportRuns, () => ({ runs: [RUN] })),
  fake(contract.readImportRun, () => run),
  fake(contract.listImportMessages, () => ({
    listInfo: [...MESSAGES],
    pageInfo: { menuId: 'MU-DT-IM', pageNo: 1, rowCount: 20, totalCount: MESSAGES.length, totalPage: 1 },
  })),
  fake(contract.readImportMessage, ({ params }) => ({
    message: MESSAGES[params.seq - 1] ?? NEW,
    findings: [],
    residue: [
      {
        path: '/ichicsr/safetyreport[1]/companyfield',
        line: 12,
        text: 'house value',
        why: 'unknown' as const,
      },
    ],
    notes: [],
    cells: [],
    difference: params.seq === 5 ? DIFFERENCE : null,
    candidates: [{ caseKey: 13, caseNo: 'KR-ACME-2026-0013', versionNo: 2, score: 12.5 }],
  })),
  fake(contract.decideImportMessages, () => RUN),
  fake(contract.confirmImport, () => inState('importing')),
  fake(contract.commandImport, () => inState('stopped')),
];

const FORM: ImportMessage = {
  ...NEW,
  fileName: 'in/form.pdf',
  form: 'PDF',
  printed: { values: 3, accepted: null },
  decision: null,
  choices: ['skip'],
};

const formValue = (
  [itemId, label, box]: readonly [itemId: string, label: string, box: string],
  text: string,
  shown: string,
  line: number,
) => ({
  key: `${itemId}|0|0|0`,
  itemId,
  label,
  rows: [],
  box,
  text,
  shown,
  spots: [{ page: 1, x: 38, y: 50 + line * 40, width: 120, height: 14 }],
  accepted: null,
});

/** The same with one message, a printed form. */
export const formCalls = (): FakeCall[] => [
  ...importCalls({ ...RUN, messages: 1, chosen: 0 }),
  fake(contract.listImportMessages, () => ({
    listInfo: [FORM],
    pageInfo: { menuId: 'MU-DT-IM', pageNo: 1, rowCount: 20, totalCount: 1, totalPage: 1 },
  })),
  fake(contract.readPrintedForm, () => ({
    fileName: FORM.fileName,
    values: [
      formValue(['D.1', 'Patient name or initials', '1'], 'K.I.M.', 'K.I.M.', 0),
      formValue(['D.2.1', 'Date of birth', '2'], '12 NOV 1983', '1983-11-12', 1),
      formValue(['D.5', 'Sex', '3'], 'F', 'Female', 2),
    ],
    unread: [{ path: '7+13 (1)', line: 0, text: 'see attached letter', why: 'unknown' as const }],
    checked: null,
  })),
  fake(
    contract.fetchPrintedForm,
    () => pdfOf(['K.I.M.', '12 NOV 1983', 'F', 'see attached letter']) as never,
  ),
];
