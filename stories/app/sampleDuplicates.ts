/** What a duplicate check found, for stories. */
import type { DuplicatedCase } from '../../shared/contract/index.ts';
import type { compareTyped, DataOf, listDuplicates } from '../../shared/contract/index.ts';

type Evidence = DuplicatedCase['evidence'][number];

const line = (
  field: string,
  label: string,
  match: Evidence['match'],
  points: number,
  values: [ours: string, theirs: string],
  why: string | null = null,
  by: number | null = null,
): Evidence => ({
  field,
  label,
  match,
  points,
  why,
  by,
  ours: values[0] ? [values[0]] : [],
  theirs: values[1] ? [values[1]] : [],
});

const EVIDENCE: Evidence[] = [
  line('caseId', 'Case number', 'disagree', 0, ['KR-1-0007', 'KR-HANBIT-20240012'], 'other'),
  line('initials', 'Patient name or initials', 'agree', 4, ['Hong Gil-dong', '홍길동'], 'otherScript'),
  line('birth', 'Date of birth', 'close', 4, ['1970-03-05', '1970-05-03'], 'swapped'),
  line('age', 'Age', 'close', 2, ['53 year', '54 year'], 'apart', 1),
  line('sex', 'Sex', 'disagree', -4, ['Male', 'Female'], 'other'),
  line('product', 'Product', 'agree', 4.6, ['Tylenol 500 mg', 'TYLENOL'], 'same'),
  line('event', 'Reaction', 'close', 3, ['Headahce', 'Headache'], 'similar'),
  line('onset', 'Start of the reaction', 'close', 4, ['2024-01-05', '2024-01-07'], 'apart', 2),
  line('country', 'Country', 'missing', 0, ['', 'Korea, Republic of']),
];

const row = (caseKey: number, more: Partial<DuplicatedCase> = {}): DuplicatedCase => ({
  caseKey,
  caseNo: `DEMO-2024-000${caseKey}`,
  versionNo: 1,
  recentDateTime: '2026-01-20T03:04:05.000Z',
  reportType: 'Spontaneous report',
  patientName: '홍길동',
  age: '54 year',
  sex: 'Female',
  productName: 'TYLENOL; Omeprazole',
  aeTerm: 'Headache; Nausea',
  aeStartDate: '2024-01-07',
  organisation: 'Seoul University Hospital',
  sponsorStudyNumber: 'HB-301',
  investigationNumber: '001-0012',
  score: 17.6,
  band: 'likely',
  evidence: EVIDENCE,
  toldApart: null,
  ...more,
});

type Found = DataOf<typeof listDuplicates>;

export const sampleDuplicates = (more: Partial<Found> = {}): Found => ({
  caseKey: null,
  caseNo: null,
  trial: false,
  hasEmptyItemCases: true,
  isTooLittle: false,
  emptyItems: ['Age', 'Start of the reaction'],
  bands: { likely: 15, possible: 8 },
  listInfo: [
    row(1, { band: 'certain', score: 38 }),
    row(2, { versionNo: 2 }),
    row(3, { band: 'possible', score: 9.4 }),
    row(4, { toldApart: { reason: 'Twin sister', by: 'Case Editor', at: '2026-01-02T00:00:00.000Z' } }),
  ],
  ...more,
});

type Compared = DataOf<typeof compareTyped>;
type Entry = Compared['listInfo'][number];

const LONG =
  'Generalised pruritic rash over trunk and both arms, spreading to the face within two days, with low fever';

const entry = (
  itemId: string,
  effect: Entry['effect'],
  place: string,
  [before, typed]: [string | null, string],
  more: { rowNo?: number; newRow?: boolean; units?: [string, string] } = {},
): Entry => {
  const { rowNo = 0, newRow = false, units = [null, null] } = more;
  const noValue = { nullFlavor: null, notation: null };
  return {
    itemId,
    rowNo,
    rowNo2: 0,
    rowNo3: 0,
    place,
    effect,
    newRow,
    before: { ...noValue, value: before, unit: units[0] },
    typed: { ...noValue, value: typed, unit: units[1] },
  };
};

/** What was typed, beside what the found case says: one of each effect, and a text of several lines. */
export const sampleCompared = (more: Partial<Compared> = {}): Compared => ({
  caseNo: 'DEMO-2024-0001',
  versionNo: 1,
  retrievedAt: '2026-01-20T03:04:05.000Z',
  listInfo: [
    entry('C.1.1', 'keeps', 'Report › Case number', [null, 'KR-OTHER-1']),
    entry('D.1', 'replaces', 'Patient › Patient name or initials', ['HGD', 'H-D']),
    entry('D.1.1.3', 'adds', 'Patient › Hospital record number', [null, 'H-7']),
    entry('D.2.2a', 'replaces', 'Patient › Age at onset', ['540', '46'], { units: ['mo', 'a'] }),
    entry('D.5', 'same', 'Patient › Sex', ['1', '1']),
    entry(
      'E.i.1.1a',
      'replaces',
      'Reactions › Reaction 1 › Reaction in native language',
      [LONG, `${LONG} and swollen lips`],
      { rowNo: 1 },
    ),
    entry('G.k.2.2', 'adds', 'Drugs › Drug 3 › Product name as reported', [null, 'Deltazol'], {
      rowNo: 2,
      newRow: true,
    }),
  ],
  ...more,
});
