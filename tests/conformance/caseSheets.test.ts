/** Spreadsheets of cases: their lines, what cannot be read, and follow-ups that hold a part of a case. */
import { describe, expect, it } from 'vitest';
import { codeListsOf } from '../../schemas/compile/compileCatalogue.ts';
import { readSourceTexts } from '../../server/catalogue/readSourceTexts.ts';
import { catalogue } from './roundTrip.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { addressKey } from '../../shared/case/itemAddress.ts';
import { choicesIn } from '../../shared/entry/codeChoices.ts';
import { cellReference } from '../../shared/text/cellReference.ts';
import type { TableCell } from '../../shared/text/table.ts';
import { caseSheets, headingOf, templateItems } from '../../shared/import/sheets/caseSheets.ts';
import { mergeSheets } from '../../shared/import/sheets/mergeSheets.ts';
import { readCases, type SheetCase } from '../../shared/import/sheets/readCases.ts';

const codeLists = codeListsOf(readSourceTexts());
const TERM = { code: '10037087', term: 'Pruritus', version: '28.0' };

/** Sheets by name: a heading of ids, then lines. */
type Sheets = Record<string, TableCell[][]>;

const read = (sheets: Sheets): SheetCase[] =>
  readCases(
    catalogue,
    Object.entries(sheets).map(([name, rows]) => ({ name, rows })),
    {
      now: { at: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' },
      codesOf: ({ codeList }) => choicesIn(codeList ?? '', codeLists),
      termOf: (_, text) => (text === 'Pruritus' ? TERM : null),
      newUuid: () => '00000000-0000-4000-8000-000000000000',
    },
  );

const valuesOf = ({ values }: CaseContent): Record<string, string | null> =>
  Object.fromEntries(values.map((value) => [addressKey(value), value.value ?? value.nullFlavor]));
const findingsOf = ({ findings }: Pick<SheetCase, 'findings'>): string[] =>
  findings.map(
    ({ sheet, problem, ...at }) =>
      `${sheet}!${cellReference(at)} ${problem.kind === 'date' ? problem.why : problem.kind}`,
  );

const DRUGS = [
  ['[case]', '[row/G.k]', '[G.k.2.2]'],
  ['A', '1', 'Velanorix'],
  ['A', '', 'Zenotrin'],
];

describe('a spreadsheet of cases', () => {
  it('has the rows of each case on their sheets, in any order of columns', () => {
    const [one, two, ...rest] = read({
      Reactions: [
        ['Reaction [E.i.1.1a]', 'Case [case]', 'Term [E.i.2.1b]', 'E.i.4', 'E.i.7'],
        ['itchy rash', 'A', 'Pruritus', '2025-03-05', 'Fatal'],
        ['vertigo', 'A', '', '[ASKU]', 'fat'],
      ],
      Cases: [
        ['[case]', '[C.1.1]', '[D.5]'],
        ['# read the manual', 'x', 'y'],
        ['A', 'KR-1', 'Female'],
        ['B', '', ''],
      ],
      Drugs: DRUGS,
      Doses: [
        ['[case]', '[row/G.k]', '[row/G.k.4.r]', '[G.k.4.r.1a]'],
        ['A', '2', '', '5'],
      ],
      Pairs: [
        ['[case]', '[row/G.k]', '[row/G.k.9.i]', '[G.k.9.i.4]'],
        ['A', '1', '2', '1'],
      ],
      _codes: [['anything'], ['else']],
    });
    expect(rest).toEqual([]);
    expect([one?.name, two?.name, one && findingsOf(one)]).toEqual(['A', 'B', []]);
    expect(one && valuesOf(one.content)).toEqual({
      'C.1.1|0|0|0': 'KR-1',
      'D.5|0|0|0': '2',
      'E.i.1.1a|1|0|0': 'itchy rash',
      'E.i.1.1a|2|0|0': 'vertigo',
      'E.i.2.1b|1|0|0': '10037087',
      'E.i.2.1a|1|0|0': '28.0',
      'E.i.4|1|0|0': '20250305',
      'E.i.4|2|0|0': 'ASKU',
      'E.i.7|1|0|0': '5',
      'E.i.7|2|0|0': '5',
      'G.k.2.2|1|0|0': 'Velanorix',
      'G.k.2.2|2|0|0': 'Zenotrin',
      'G.k.4.r.1a|2|1|0': '5',
      'G.k.9.i.4|1|2|0': '1',
    });
    // pairs borrow the rows of the reactions
    expect(one?.content.rows.map(({ group, rowNo, rowNo2 }) => `${group} ${rowNo} ${rowNo2}`)).toEqual([
      'E.i 1 0',
      'E.i 2 0',
      'G.k 1 0',
      'G.k 2 0',
      'G.k.4.r 2 1',
    ]);
  });

  it('names cases alone where only rows are asked for, and says which headings are of no column', () => {
    const found = read({
      Cases: [['[case]'], ['A']],
      Drugs: [...DRUGS, [{ unread: 'errorValue' }, '', 'Zenotrin']],
      Reactions: [
        ['[case]', 'Reaction'],
        ['A', 'itchy rash'],
      ],
    });
    expect(found.map((one) => [one.name, valuesOf(one.content), findingsOf(one)])).toEqual([
      ['A', { 'G.k.2.2|1|0|0': 'Velanorix', 'G.k.2.2|2|0|0': 'Zenotrin' }, []],
      ['', {}, ['Reactions!B1 unknownColumn', 'Drugs!A4 errorValue']],
    ]);
  });

  it('says which cells are in no column, and which sheets have none', () => {
    const found = read({
      Cases: [
        ['[C.1.1]', '[case]', '', '[D.5]'],
        ['x', '# Explanation', 'y', 'z', 'beyond'],
        ['KR-1', 'A', 'stray', '2', '', { unread: 'formula' }],
        ['KR-2', 'B', 'another'],
      ],
      Notes: [[], ['', 'Ask the reporter']],
      Empty: [[''], []],
    });
    expect(found.map((one) => [one.name, findingsOf(one)])).toEqual([
      ['A', []],
      ['B', []],
      ['', ['Cases!C3 unknownColumn', 'Cases!F3 unknownColumn', 'Notes!B2 unknownColumn']],
    ]);
  });

  it('says which remarks may be meant as cases', () => {
    const found = read({
      Cases: [
        ['[C.1.1]', '[case]'],
        ['# only words', ''],
        ['KR-1', '#12'],
        ['#7', 'A'],
        ['KR-2', '##'],
        ['KR-3', 'B'],
      ],
      Drugs: [
        ['[case]', '[row/G.k]', '[G.k.2.2]'],
        ['#12', '1', 'Velanorix'],
      ],
    });
    expect(found.map((one) => [one.name, findingsOf(one)])).toEqual([
      ['B', []],
      ['', ['Cases!B3 remark', 'Cases!A4 remark', 'Drugs!A2 remark']],
    ]);
  });

  it('has findings by cell, each with its case, and those of no case at its end', () => {
    const found = read({
      Cases: [
        ['[case]', '[C.1.4]', '[D.5]', 'Remarks', '[C.1.1]'],
        ['A', '05/06/2025', 'purple', 'x', { unread: 'formula' }],
        ['B', '20250101', '1'],
        ['a', '20250101', '1'],
        ['', '20250101', '1'],
      ],
      Drugs: [...DRUGS, ['B', '1', 'Trimelor'], ['B', '1', 'again'], ['C', '', 'nobody'], ['B', '1.5', 'x']],
      Doses: [
        ['[case]', '[row/G.k]', '[G.k.4.r.1a]'],
        ['A', '', '5'],
        ['B', '', 'many'],
        ['B', '7', '1'],
      ],
    });
    expect(found.map((one) => [one.name, findingsOf(one)])).toEqual([
      [
        'A',
        [
          'Cases!B2 ambiguous',
          'Cases!C2 notInList',
          'Cases!E2 formula',
          'Cases!A4 caseTwice',
          'Doses!B2 whichRow',
        ],
      ],
      ['B', ['Drugs!B5 rowTwice', 'Drugs!B7 rowMalformed', 'Doses!C3 noNumber', 'Doses!B4 noRow']],
      ['', ['Cases!D1 unknownColumn', 'Cases!A5 noCase', 'Drugs!A6 noCase']],
    ]);
  });

  it('takes no mark, abbreviation or day of another time for what it may not mean', () => {
    const [one] = read({
      Cases: [
        ['[case]', '[C.1.4]', '[D.9.1]', '[D.9.3]'],
        ['A', 'yesterday', '-3', 'x'],
      ],
      Sources: [
        ['[case]', '[C.2.r.3]'],
        ['A', 'UK'],
      ],
    });
    expect(one && findingsOf(one)).toEqual([
      'Cases!B2 relativeDate',
      'Cases!C2 relativeDate',
      'Cases!D2 noYesOrNo',
      'Sources!B2 notInList',
    ]);
  });

  it('has a template that it reads, with a column for each item that a cell can hold', () => {
    const items = templateItems(catalogue, null, () => true);
    const sheets = caseSheets(catalogue, items);
    const tables = sheets.map(({ group, columns }) => ({
      name: group?.group ?? 'cases',
      rows: [
        columns.map((column) => headingOf(column, 'ja')),
        columns.map(({ kind }) => (kind === 'case' ? 'A' : '')),
      ],
    }));
    expect(
      read(Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))).map((one) => [
        one.name,
        findingsOf(one).filter((text) => !text.endsWith('noRow')),
      ]),
    ).toEqual([['A', []]]);
    expect(
      templateItems(catalogue, new Set(['G.k.9.i.1', 'D.5']), () => true).map(({ itemId }) => itemId),
    ).toEqual(['D.5']);
  });
});

describe('a follow-up from a spreadsheet', () => {
  const row = (group: string, rowNo: number, rowNo2: number, sort: number, deleted = false) => ({
    group,
    rowNo,
    rowNo2,
    rowNo3: 0,
    rowId: `${group} ${rowNo} ${rowNo2}`,
    sort,
    deleted,
  });
  const value = (itemId: string, rowNo: number, rowNo2: number, text: string) => ({
    itemId,
    rowNo,
    rowNo2,
    rowNo3: 0,
    value: text,
    nullFlavor: null,
    notation: null,
  });

  it('changes what it gives, adds rows behind those of the case, and loses nothing', () => {
    // the rows were moved, and one of them was deleted
    const known: CaseContent = {
      rows: [row('G.k', 1, 0, 1, true), row('G.k', 4, 0, 2), row('G.k', 2, 0, 3), row('G.k.4.r', 2, 3, 1)],
      values: [
        value('G.k.2.2', 4, 0, 'Velanorix'),
        value('G.k.2.2', 2, 0, 'Zenotrin'),
        value('G.k.4.r.1a', 2, 3, '5'),
        value('D.5', 0, 0, '1'),
        value('D.1', 0, 0, 'A.B.'),
      ],
    };
    const [one] = read({
      Cases: [
        ['[case]', '[D.5]', '[D.1]'],
        ['A', '[-]', ''],
      ],
      Drugs: [
        ['[case]', '[row/G.k]', '[G.k.2.2]'],
        ['A', '2', 'Zenotrin forte'],
        ['A', '3', 'Trimelor'],
      ],
      Doses: [
        ['[case]', '[row/G.k]', '[row/G.k.4.r]', '[G.k.4.r.1a]'],
        ['A', '2', '1', '10'],
        ['A', '2', '2', '20'],
        ['A', '3', '', '30'],
      ],
    });
    const merged = mergeSheets(catalogue, known, one ?? { content: known, cleared: [] });
    expect(valuesOf(merged)).toEqual({
      'D.1|0|0|0': 'A.B.',
      'G.k.2.2|4|0|0': 'Velanorix',
      'G.k.2.2|2|0|0': 'Zenotrin forte',
      'G.k.2.2|5|0|0': 'Trimelor',
      'G.k.4.r.1a|2|3|0': '10',
      'G.k.4.r.1a|2|4|0': '20',
      'G.k.4.r.1a|5|1|0': '30',
    });
    expect(
      merged.rows.map(({ group, rowNo, rowNo2, sort }) => `${group} ${rowNo} ${rowNo2} ${sort}`),
    ).toEqual([
      'G.k 1 0 1',
      'G.k 4 0 2',
      'G.k 2 0 3',
      'G.k.4.r 2 3 1',
      'G.k 5 0 4',
      'G.k.4.r 2 4 2',
      'G.k.4.r 5 1 1',
    ]);
  });

  it('leaves the wording of a text that it does not give', () => {
    const SENTENCES = { sentences: '[1]' };
    const known: CaseContent = {
      rows: [],
      values: [
        { ...value('D.7.2', 0, 0, 'A patient had hives.'), notation: '두드러기', properties: SENTENCES },
      ],
    };
    const mergedWith = (headings: string[], ...cells: string[]) => {
      const [one] = read({
        Cases: [
          ['[case]', ...headings],
          ['A', ...cells],
        ],
      });
      return mergeSheets(catalogue, known, one ?? { content: known, cleared: [] }).values.map(
        ({ value: text, nullFlavor, notation, properties }) => [text ?? nullFlavor, notation, properties],
      );
    };
    const [FIRST, SECOND] = ['[D.7.2]', '[D.7.2/2]'];
    expect(mergedWith([SECOND], '번역')).toEqual([['A patient had hives.', '번역', SENTENCES]]);
    expect(mergedWith([FIRST], 'Hives')).toEqual([['Hives', '두드러기', SENTENCES]]);
    expect(mergedWith([FIRST], 'A patient had hives.')).toEqual([
      ['A patient had hives.', '두드러기', SENTENCES],
    ]);
    expect(mergedWith([SECOND], '[-]')).toEqual([['A patient had hives.', null, SENTENCES]]);
    expect(mergedWith([FIRST], '[-]')).toEqual([[null, '두드러기', null]]);
    expect(mergedWith([FIRST, SECOND], '[-]', '번역')).toEqual([[null, '번역', null]]);
    expect(mergedWith([FIRST, SECOND], '[-]', '[-]')).toEqual([]);
    // a null flavor says why the text is missing, in any language
    expect(mergedWith([FIRST], '[ASKU]')).toEqual([['ASKU', null, null]]);
  });

  it('adds rows below each row that it names, in whatever order the case has those', () => {
    // the second drug is shown first
    const known: CaseContent = {
      rows: [row('G.k', 2, 0, 1), row('G.k', 1, 0, 2), row('E.i', 2, 0, 1), row('E.i', 1, 0, 2)],
      values: [],
    };
    const [one] = read({
      Cases: [['[case]'], ['A']],
      Drugs: [
        ['[case]', '[row/G.k]', '[G.k.2.2]'],
        ['A', '1', 'Velanorix'],
        ['A', '2', 'Zenotrin'],
        ['A', '3', 'Trimelor'],
      ],
      Doses: [
        ['[case]', '[row/G.k]', '[row/G.k.4.r]', '[G.k.4.r.1a]'],
        ['A', '1', '', '10'],
        ['A', '2', '', '20'],
        ['A', '3', '', '30'],
      ],
      Reactions: [
        ['[case]', '[row/E.i]', '[E.i.1.1a]'],
        ['A', '1', 'vertigo'],
        ['A', '2', 'rash'],
        ['A', '3', 'hiccups'],
      ],
      Pairs: [
        ['[case]', '[row/G.k]', '[row/G.k.9.i]', '[G.k.9.i.4]'],
        ['A', '2', '1', '1'],
        ['A', '1', '3', '2'],
      ],
    });
    const merged = mergeSheets(catalogue, known, one ?? { content: known, cleared: [] });
    expect(
      merged.rows.slice(known.rows.length).map(({ group, rowNo, rowNo2 }) => [group, rowNo, rowNo2]),
    ).toEqual([
      ['G.k', 3, 0],
      ['E.i', 3, 0],
      ['G.k.4.r', 2, 1],
      ['G.k.4.r', 1, 1],
      ['G.k.4.r', 3, 1],
    ]);
    expect(valuesOf(merged)).toMatchObject({
      'G.k.2.2|2|0|0': 'Velanorix',
      'G.k.2.2|1|0|0': 'Zenotrin',
      'G.k.4.r.1a|2|1|0': '10',
      'G.k.4.r.1a|1|1|0': '20',
      'G.k.4.r.1a|3|1|0': '30',
      'G.k.9.i.4|1|2|0': '1',
      'G.k.9.i.4|2|3|0': '2',
    });
  });
});
