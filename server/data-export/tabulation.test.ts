/** The summary tabulation: what is counted, and where. */
import { expect, it } from 'vitest';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { openCatalogue } from '../catalogue/catalogueSource.ts';
import { tabulatedItems, tabulation, type ClassOf } from './tabulation.ts';

const { whole } = openCatalogue();
const SKIN = { code: 'S', name: 'Skin' };
const CLASSES: Record<string, NonNullable<Awaited<ReturnType<ClassOf>>>> = {
  '1': { term: { code: 'P1', name: 'Pruritus' }, organClass: SKIN },
  '2': { term: { code: 'P2', name: 'Rash' }, organClass: SKIN },
  '3': { term: { code: 'P3', name: 'Vertigo' }, organClass: { code: 'E', name: 'Ear' } },
  // a translation may give two terms, or two classes, one name
  '4': { term: { code: 'P4', name: 'Rash' }, organClass: SKIN },
  '5': { term: { code: 'P5', name: 'Rash' }, organClass: { code: 'S2', name: 'Skin' } },
};
const classOf: ClassOf = (code) => Promise.resolve(CLASSES[code] ?? null);

const CRITERIA = Object.keys(whole.roles).filter((role) => /^serious[A-Z]/.test(role));

/** Reactions by code; the conclusions of a drug about them. */
interface Reaction {
  code: string;
  /** null: no criterion is answered */
  serious?: boolean | null;
  expected?: readonly (string | null)[];
}

function contentOf(reactions: readonly Reaction[]): CaseContent {
  const value = (role: string, rowNo: number, rowNo2: number, text: string | null) => ({
    itemId: whole.roles[role] ?? '',
    rowNo,
    rowNo2,
    rowNo3: 0,
    value: text,
    nullFlavor: null,
    notation: null,
  });
  const row = (group: string, rowNo: number) => ({
    group: whole.groupRoles[group] ?? '',
    rowNo,
    rowNo2: 0,
    rowNo3: 0,
    rowId: `${group} ${rowNo}`,
    sort: rowNo,
    deleted: false,
  });
  return {
    rows: [row('drugs', 1), row('drugs', 2), ...reactions.map((_, index) => row('reactions', index + 1))],
    values: reactions.flatMap(({ code, serious, expected = [] }, index) => [
      value('reactionTerm', index + 1, 0, code),
      ...(serious === null
        ? []
        : CRITERIA.map((role) => value(role, index + 1, 0, String(serious === true)))),
      ...expected.map((conclusion, drug) => value('expectedness', drug + 1, index + 1, conclusion)),
    ]),
  };
}

const CASES = [
  contentOf([
    { code: '1', serious: true, expected: ['expected', 'unexpected'] },
    { code: '2', expected: ['expected', null] },
    { code: '1' },
  ]),
  contentOf([{ code: '1', expected: ['expected', 'expected'] }, { code: '3', serious: true }, { code: '9' }]),
];

async function tableOf(mayRead: (itemId: string) => boolean, cases: readonly CaseContent[] = CASES) {
  const items = tabulatedItems(whole, mayRead);
  const table = tabulation({ catalogue: whole, items, language: 'en', classOf });
  for (const [index, content] of cases.entries())
    await table.add({ caseKey: index + 1, caseNo: `C${index}`, versionNo: 1, content });
  return { names: table.columns.map(({ name }) => name), rows: table.rows() };
}

it('counts reactions by class and term, serious or not, unexpected for one drug', async () => {
  const { names, rows } = await tableOf(() => true);
  expect(names).toEqual([
    'soc',
    'pt',
    'serious_expected',
    'serious_unexpected',
    'serious_notAssessed',
    'notSerious_expected',
    'notSerious_unexpected',
    'notSerious_notAssessed',
    'seriousnessOpen_expected',
    'seriousnessOpen_unexpected',
    'seriousnessOpen_notAssessed',
    'reactions',
    'cases',
  ]);
  expect(rows).toEqual([
    ['Ear', 'All terms', 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1],
    ['Ear', 'Vertigo', 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1],
    ['Not coded', 'All terms', 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1],
    ['Not coded', '9', 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1],
    ['Skin', 'All terms', 0, 1, 0, 2, 0, 1, 0, 0, 0, 4, 2],
    ['Skin', 'Pruritus', 0, 1, 0, 1, 0, 1, 0, 0, 0, 3, 2],
    ['Skin', 'Rash', 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1],
    ['Total', '', 0, 1, 1, 2, 0, 2, 0, 0, 0, 6, 2],
  ]);
});

it('has no column of expectedness for who may not see it', async () => {
  const { names, rows } = await tableOf((itemId) => itemId !== whole.roles['expectedness']);
  const columns = ['serious_notAssessed', 'notSerious_notAssessed', 'seriousnessOpen_notAssessed'];
  expect(names).toEqual(['soc', 'pt', ...columns, 'reactions', 'cases']);
  expect(rows.at(-1)).toEqual(['Total', '', 2, 4, 0, 6, 2]);
});

it('counts a reaction apart while a criterion of its seriousness has no answer, and none applies', async () => {
  const open = contentOf([
    { code: '1', serious: null },
    { code: '1', serious: null, expected: ['expected'] },
  ]);
  const answeredInPart = contentOf([{ code: '2' }]);
  answeredInPart.values.pop();
  const noInformation = contentOf([{ code: '3' }]);
  noInformation.values = noInformation.values.map((one) =>
    one.value === 'false' ? { ...one, value: null, nullFlavor: 'NI' } : one,
  );
  const partlySerious = contentOf([{ code: '3', serious: null }]);
  partlySerious.values.push(...contentOf([{ code: '3', serious: true }]).values.slice(1, 2));
  const { names, rows } = await tableOf(() => true, [open, answeredInPart, noInformation, partlySerious]);
  expect(
    rows
      .at(-1)
      ?.slice(2, -2)
      .map((count, at) => [names[at + 2], count])
      .filter(([, count]) => count),
  ).toEqual([
    ['serious_notAssessed', 1],
    ['notSerious_notAssessed', 1],
    ['seriousnessOpen_expected', 1],
    ['seriousnessOpen_notAssessed', 2],
  ]);
});

it('divides nothing by seriousness for who does not see each criterion of it', async () => {
  const hidden = whole.roles['seriousDeath'];
  const { names, rows } = await tableOf((itemId) => itemId !== hidden);
  expect(names).toEqual(['soc', 'pt', 'expected', 'unexpected', 'notAssessed', 'reactions', 'cases']);
  expect(rows.at(-1)).toEqual(['Total', '', 2, 1, 3, 6, 2]);
  const neither = await tableOf((itemId) => ![hidden, whole.roles['expectedness']].includes(itemId));
  expect(neither.names).toEqual(['soc', 'pt', 'reactions', 'cases']);
  expect(neither.rows.at(-1)).toEqual(['Total', '', 6, 2]);
});

it('has the total alone for who may not see the terms', async () => {
  const { rows } = await tableOf((itemId) => itemId !== whole.roles['reactionTerm']);
  expect(rows).toEqual([['Total', '', 0, 1, 1, 2, 0, 2, 0, 0, 0, 6, 2]]);
});

it('has a line for each term and each class, and its code where the names of several are the same', async () => {
  const { rows } = await tableOf(
    () => true,
    [contentOf([{ code: '2' }, { code: '2' }, { code: '4' }]), contentOf([{ code: '4' }, { code: '5' }])],
  );
  expect(rows.map((cells) => [cells[0], cells[1], cells.at(-2), cells.at(-1)])).toEqual([
    ['Skin (S)', 'All terms', 4, 2],
    ['Skin (S)', 'Rash (P2)', 2, 1],
    ['Skin (S)', 'Rash (P4)', 2, 2],
    ['Skin (S2)', 'All terms', 1, 1],
    ['Skin (S2)', 'Rash (P5)', 1, 1],
    ['Total', '', 5, 2],
  ]);
});
