/** What the stories of a case's past show: a few moments of the invented case, and what they changed. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import {
  compareSides,
  listMoments,
  readAuthor,
  readMoment,
  type DataOf,
} from '../../shared/contract/index.ts';
import { sampleContent } from '../sampleContent.ts';
import { fake, type FakeCall } from './fakeCalls.ts';
import { CASE_KEY, READ_AT } from './sampleCase.ts';

type Moment = DataOf<typeof listMoments>['listInfo'][number];
type Difference = DataOf<typeof compareSides>['listInfo'][number];
type Author = NonNullable<DataOf<typeof readAuthor>['last']>;

const moment = (saveNo: number, more: Partial<Moment> = {}): Moment => ({
  saveNo,
  caseKey: CASE_KEY,
  versionNo: 1,
  at: `2026-01-${String(20 + saveNo)}T09:30:00.000Z`,
  userId: 'case.editor',
  userName: 'Kim Editor',
  reason: 'New Data',
  source: 'screen',
  kind: 'save',
  pages: ['DM'],
  entries: 2,
  catalogueVersion: 'cafe',
  ...more,
});

const MOMENTS = [
  moment(1, { kind: 'import', reason: 'Import first.xml', source: 'import', entries: 120 }),
  moment(2),
  moment(3, { userName: 'Lee Lead', userId: 'lee.lead', reason: 'Edited Data' }),
  moment(5, { kind: 'followUp', versionNo: 2, caseKey: CASE_KEY + 1, reason: 'Follow-up' }),
];

/** Everything the sample pages say, as one case. */
export const wholeCase = (catalogue: Catalogue): CaseContent => {
  const pages = Object.keys(catalogue.pages).map((page) => sampleContent(catalogue, page));
  const own = Object.values(catalogue.pages).flatMap(({ page, kind, group }) =>
    kind === 'rows' && group !== null
      ? { group, rowNo: 1, rowNo2: 0, rowNo3: 0, rowId: `${page}-1`, sort: 1, deleted: false }
      : [],
  );
  return {
    values: pages.flatMap(({ values }) => values),
    rows: [...own, ...pages.flatMap(({ rows }) => rows)],
  };
};

/** `more`: what of a moment's answer is otherwise. */
export function historyCalls(
  catalogue: Catalogue,
  more: { exact?: boolean; schema?: 'present' | 'lost' } = {},
): FakeCall[] {
  const content = wholeCase(catalogue);
  const initials = catalogue.roles['patientInitials'] ?? '';
  const changed = content.values.filter(({ itemId }) => itemId === initials);
  const replaced = changed.map((value) => ({ ...value, value: 'A.B.', nullFlavor: null }));
  const itemValue = (value: string) => ({ value, nullFlavor: null, notation: null });
  const reaction = catalogue.groupRoles['reactions'] ?? '';
  const difference = (page: string, itemId: string, more: Partial<Difference>): Difference => ({
    page,
    itemId,
    rowNo: 0,
    rowNo2: 0,
    rowNo3: 0,
    kind: 'changed',
    hidden: false,
    before: null,
    after: null,
    ...more,
  });
  const differing = [
    difference('DM', initials, { before: itemValue('A.B.'), after: itemValue('J.D.') }),
    difference('AE', reaction, { rowNo: 2, kind: 'added' }),
    difference('AE', catalogue.roles['reactionVerbatim'] ?? '', {
      rowNo: 2,
      kind: 'added',
      after: itemValue('itchy rash'),
    }),
    difference('NR', catalogue.roles['narrative'] ?? '', {
      before: itemValue('The patient took the drug for two days and felt well.'),
      after: itemValue('The patient took the drug for three days and felt unwell.'),
    }),
  ];
  const same = difference('DM', catalogue.roles['sex'] ?? '', {
    kind: 'same',
    before: itemValue('1'),
    after: itemValue('1'),
  });
  const last: Author = {
    saveNo: 3,
    versionNo: 1,
    at: READ_AT,
    userId: 'lee.lead',
    userName: 'Lee Lead',
    reason: 'Edited Data',
    source: 'screen',
    action: 'change',
    hidden: false,
    provenance: { by: 'person' },
    earlier: null,
    before: itemValue('A.B.'),
    after: itemValue('J.D.'),
  };
  return [
    fake(listMoments, () => ({ listInfo: MOMENTS, exact: more.exact ?? true })),
    fake(readMoment, ({ params: { saveNo } }) => ({
      moment: MOMENTS.find((one) => one.saveNo === saveNo) ?? moment(saveNo),
      content,
      replaced: { values: replaced, rows: [] },
      schema: more.schema ?? 'present',
    })),
    fake(compareSides, ({ body: { all = false } }) => ({
      listInfo: all ? [...differing, same] : differing,
      rows: [{ group: reaction, rowNo: 2, label: 'itchy rash' }],
    })),
    fake(readAuthor, () => ({ changes: 3, last })),
  ];
}
