/** What a server would say of several cases, and of rows, before and after something is done with them. */
import { CASE_STATUS, checkedCase } from '../../machines/testing/checkedCase.ts';
import type {
  BodyOf,
  checkCasesStatus,
  checkRowStatus,
  DataOf,
  setCasesStatus,
} from '../../shared/contract/index.ts';

type Checked = DataOf<typeof checkCasesStatus>['listInfo'];
type Outcomes = DataOf<typeof setCasesStatus>['listInfo'];

const LOCKED = {
  errCode: 'STATUS_REFUSED',
  errMsg: 'This action is not possible: it is locked; unlock it first',
};
const CHANGED = {
  errCode: 'STATUS_CHANGED',
  errMsg: 'Lee Reviewer changed the status in the meantime (2026-01-15 01:03 UTC); look at it again',
};

/** The second of them is locked, the third was handed out; the last has errors, if it is to go on. */
export const checkedCases = (caseKeys: readonly number[], goesOn: boolean): Checked =>
  caseKeys.map((caseKey, at) => ({
    ...checkedCase(caseKey, at === 1 ? LOCKED : null),
    caseNo: `KR-ACME-2026-${String(caseKey).padStart(4, '0')}`,
    status: { ...CASE_STATUS, locked: at === 1, reviewed: at === 2 },
    distributed: at === 2,
    readiness:
      goesOn && at !== 1
        ? [{ receiver: 'FDA', errors: at === caseKeys.length - 1 ? 5 : 0, warnings: 2 }]
        : [],
    needsOverride: goesOn && at === caseKeys.length - 1,
  }));

/** The last of them was changed by another user. */
export const outcomesOf = ({ cases }: Pick<BodyOf<typeof setCasesStatus>, 'cases'>): Outcomes =>
  cases.map(({ caseKey }, at) =>
    at === cases.length - 1
      ? { caseKey, status: null, refusal: CHANGED }
      : { caseKey, status: { ...CASE_STATUS, deleted: true }, refusal: null },
  );

/** The first is spoken of by a drug. */
export const rowCheck = ({
  body,
}: {
  body: BodyOf<typeof checkRowStatus>;
}): DataOf<typeof checkRowStatus> => ({
  rows: body.rowNos.map((rowNo, at) => ({
    rowNo,
    place: at + 1,
    label: at === 0 ? 'Fever' : 'Cough',
    changes: true,
    entries: 7 - at,
    referencedBy: at === 0 ? [{ page: 'DG', group: 'G.k', rowNo: 1, place: 1, label: 'Velanorix' }] : [],
  })),
  newErrors: [
    {
      ruleId: 'row.required',
      severity: 'error',
      itemId: 'E.i',
      rowNo: 0,
      rowNo2: 0,
      rowNo3: 0,
      row: '',
      message: {
        en: 'At least one reaction is required.',
        ko: '이상사례가 하나 이상 필요합니다.',
        ja: '副作用が1つ以上必要です。',
        zh: '至少需要一个不良反应。',
      },
    },
  ],
});
