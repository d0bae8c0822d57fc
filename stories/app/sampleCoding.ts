/** Terms to be coded as a server with sample rows answers them. */
import type { ListSourceFile } from '../../schemas/compile/lists.ts';
import list from '../../schemas/lists/MU-CD-PD.list.json' with { type: 'json' };
import twiceList from '../../schemas/lists/MU-CD-AG.list.json' with { type: 'json' };
import changesList from '../../schemas/lists/MU-CD-VC.list.json' with { type: 'json' };
import * as contract from '../../shared/contract/index.ts';
import { fake, type FakeCall } from './fakeCalls.ts';
import { listCalls, paged } from './sampleListInfo.ts';

const MENU = 'MU-CD-PD';
const [ITEM = ''] = list.coding.items;
const STATES = { uncoded: 'Not coded', coded: 'Coded', reviewed: 'Reviewed' };

const term = (
  caseKey: number,
  state: keyof typeof STATES,
  cells: Record<string, string>,
): contract.ListRow => {
  const caseNo = `KR-ACME-2026-00${caseKey}`;
  return {
    rowKey: `${caseKey}|${ITEM}|1|0|0`,
    name: caseNo,
    delFlag: 'N',
    link: `case/${caseKey}/detail/DG/1`,
    cells: { state: STATES[state], caseNo, place: 'Drugs › Drug 1 › MPID', ...cells },
    codes: { state: [state] },
  };
};

/** A term that another version changes. */
const changed = (caseKey: number, codes: string[], cells: Record<string, string>): contract.ListRow => {
  const { cells: own, ...row } = term(caseKey, 'coded', {});
  return {
    ...row,
    cells: { caseNo: own['caseNo'] ?? '', place: own['place'] ?? '', ...cells },
    codes: { changes: codes },
    words: { changes: cells['changes']?.split(', ') ?? [] },
  };
};

const TERMS = [
  term(12, 'uncoded', { text: 'Zalmer', days: '3' }),
  term(13, 'uncoded', { text: 'Unheard of', days: '9' }),
  term(14, 'coded', {
    text: 'Pravux',
    code: '900002',
    term: 'Pravux',
    version: '99.0 SAMPLE',
    days: '1',
    codedBy: 'Kim Editor',
    codedAt: '2026-01-29T08:00:00.000Z',
  }),
  term(15, 'reviewed', {
    text: 'Dorvant',
    code: '900006',
    term: 'Dorvant',
    version: '99.0 SAMPLE',
    codedBy: 'Kim Editor',
    codedAt: '2026-01-28T08:00:00.000Z',
    reviewedBy: 'Ana Ruiz',
  }),
];

const CHANGES = [
  changed(14, ['renamed', 'moved'], {
    code: '900002',
    changes: 'Renamed, Moved',
    text: 'Pravux',
    before: 'Pravux',
    pathBefore: 'C Heart › C10',
    after: 'Pravux N',
    pathAfter: 'N Nerves › N02',
  }),
  changed(15, ['gone'], { code: '900006', changes: 'Removed', text: 'Dorvant', before: 'Dorvant' }),
];

/** What the coding lists ask for. `terms`: none where all is well. */
export const codingCalls = ({ terms = TERMS } = {}): FakeCall[] => [
  ...listCalls([list, changesList] as unknown as ListSourceFile[]),
  fake(contract.listCoding, () => paged(MENU, terms)),
  fake(contract.readCodedWith, () => ({ dictionary: list.coding.dictionary })),
  fake(contract.previewExactMatches, () => ({
    version: '99.0 SAMPLE',
    sample: true,
    terms: 2,
    listInfo: [12, 16].map((caseKey) => ({
      rowKey: `${caseKey}|${ITEM}|1|0|0`,
      caseKey,
      caseNo: `KR-ACME-2026-00${caseKey}`,
      itemId: ITEM,
      rowNo: 1,
      rowNo2: 0,
      rowNo3: 0,
      page: 'DG',
      pageRow: 1,
      retrievedAt: '2026-01-30T08:00:00.000Z',
      reported: 'ZALMER',
      code: '900001',
      term: 'Zalmer',
    })),
  })),
  fake(contract.reviewCodes, ({ body: { codes } }) => ({
    listInfo: codes.map(({ rowKey }, index) => ({
      rowKey,
      refusal: index === 0 ? null : { errCode: 'CODED_BY_YOURSELF', errMsg: 'You gave this code yourself.' },
    })),
  })),
  fake(contract.listCodingReleases, () => ({
    listInfo: [
      {
        dictionary: list.coding.dictionary,
        label: 'WHODrug',
        releases: [
          { version: '99.0 SAMPLE', state: 'active' as const },
          { version: '99.1 SAMPLE', state: 'staged' as const },
        ],
      },
    ],
  })),
  fake(contract.compareCodingReleases, () => ({
    codes: 40,
    unknown: 1,
    changed: 2,
    counts: { gone: 1, notCurrent: 0, renamed: 1, moved: 1 },
  })),
  fake(contract.listCodeChanges, () => paged(contract.CODE_CHANGES_MENU, CHANGES)),
];

const entry = (code: string, name: string): contract.DictionaryEntry => ({
  code,
  term: name,
  current: true,
  parents: [
    { code: `${code}1`, term: 'Nausea and vomiting symptoms' },
    { code: `${code}2`, term: 'Gastrointestinal disorders' },
  ],
  columns: {},
});
const DIZZY = entry('900101', 'Dizziness');
const SICK = entry('900102', 'Nausea');
const GROUP = {
  dictionary: 'MEDDRA',
  label: 'MedDRA',
  textKey: '0f3b9a5d3c1e4f60a1b2c3d4e5f60718',
  text: 'Felt dizzy and sick',
  terms: 2,
  uncoded: 1,
};
const placed = (caseKey: number, refusal: contract.GroupTerm['refusal']) => ({
  caseKey,
  caseNo: `KR-ACME-2026-00${caseKey}`,
  itemId: ITEM,
  rowNo: 1,
  rowNo2: 0,
  rowNo3: 0,
  place: 'Adverse events › Adverse event 1',
  link: `case/${caseKey}/detail/AE/1`,
  refusal,
  context: [
    { text: 'The patient ', lit: false },
    { text: 'felt dizzy', lit: true },
    { text: ' in the morning.', lit: false },
  ],
});
const LOCKED = { errCode: 'CASE_READ_ONLY', errMsg: 'The case is locked.' };

/** What the cockpit asks for in each of its steps. */
export const cockpitCalls = (): FakeCall[] => [
  fake(contract.readCodingQueue, ({ query: { step } }) => ({
    groups: [{ ...GROUP, doubts: step === 'second' ? [] : ['differs' as const] }],
    total: 1,
    dictionaries: [{ dictionary: GROUP.dictionary, label: GROUP.label }],
  })),
  fake(contract.readCodingGroup, ({ query: { step } }) => ({
    text: GROUP.text,
    version: '99.0 SAMPLE',
    sample: true,
    suggestions: [
      { ...DIZZY, score: 0.9, reason: { kind: 'words' as const, words: ['dizzy'] }, safe: false },
      { ...SICK, score: 0.6, reason: { kind: 'plain' as const, words: ['sick'] }, safe: false },
    ],
    chosen: step === 'second' ? [] : [{ code: SICK.code, term: SICK.term, times: 1, by: ['Kim Editor'] }],
    terms: [null, LOCKED].map((refusal, index) => ({
      rowKey: `${index}`,
      ...placed(12 + index, refusal),
      code: step === 'second' || index === 0 ? null : SICK.code,
      version: null,
      codedBy: step === 'second' || index === 0 ? null : 'Kim Editor',
      textChanged: step !== 'second' && index === 1,
    })),
  })),
  fake(contract.listDifferences, () => ({
    differences: [{ ...GROUP, secondKey: 1, caseNo: 'KR-ACME-2026-0012' }],
    more: false,
  })),
  fake(contract.readDifference, () => ({
    text: GROUP.text,
    dictionary: GROUP.dictionary,
    ...placed(12, null),
    codes: [
      {
        code: DIZZY.code,
        entry: DIZZY,
        by: 'Kim Editor',
        reason: { kind: 'words' as const, words: ['dizzy'] },
        remark: null,
      },
      { code: '900199', entry: null, by: 'Ana Ruiz', reason: null, remark: 'Nausea comes first.' },
    ],
    version: '99.0 SAMPLE',
    sample: true,
  })),
];

const agreement = (agreed: number, kappa: number | null) => ({
  subjects: 40,
  agreed,
  kappa,
  low: kappa === null ? null : kappa - 0.1,
  high: kappa === null ? null : Math.min(1, kappa + 0.1),
});
const AGREEMENT = [agreement(30, 0.74), agreement(34, 0.84), agreement(40, null)];

/** What the page of agreement asks for. `isEmpty`: nothing was coded twice. */
export const agreementCalls = ({ isEmpty = false } = {}): FakeCall[] => [
  ...listCalls([twiceList] as unknown as ListSourceFile[]),
  fake(contract.listCodedTwice, () => ({
    dictionaries: isEmpty
      ? []
      : [{ dictionary: GROUP.dictionary, label: GROUP.label, levels: ['LLT', 'PT', 'SOC'] }],
  })),
  fake(contract.readCodingAgreement, () => ({
    levels: AGREEMENT,
    pairs: [
      {
        coder: 'kim',
        coderName: 'Kim Editor',
        otherCoder: 'ana',
        otherName: 'Ana Ruiz',
        levels: AGREEMENT,
      },
    ],
  })),
  fake(contract.listTermsCodedTwice, () =>
    paged(contract.CODED_TWICE_MENU, [term(12, 'coded', { text: GROUP.text, first: 'Dizziness 900101' })]),
  ),
];
