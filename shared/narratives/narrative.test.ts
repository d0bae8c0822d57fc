/** A template over a case, with the catalogue of the product. */
import { SEES_ALL } from '../blinding/sight.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import type { CaseContent } from '../case/caseContent.ts';
import { addressAt } from '../case/itemAddress.ts';
import { EMPTY_VALUE } from '../case/itemValue.ts';
import { templateProblems } from './checkTemplate.ts';
import { parseTemplate } from './parseTemplate.ts';
import { textOf } from './sentence.types.ts';
import { placeOf } from './template.types.ts';
import { NarrativeTooLong, withheldFrom, writeNarrative } from './writeNarrative.ts';

const pages = new URL('../../schemas/pages/', import.meta.url);
const catalogue = compileCatalogue(
  readdirSync(pages)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file: `pages/${file}`, text: readFileSync(new URL(file, pages), 'utf8') })),
);
const yearLabel = { en: 'years', ko: '년', ja: '年', zh: '年' };
const codeLists = {
  'units-age': {
    codeList: 'units-age',
    codeSystem: null,
    cached: true,
    open: false,
    codes: [{ code: 'a', label: yearLabel }],
  },
};

const content: CaseContent = { values: [], rows: [] };
const set = (itemId: string, value: string, path: number[] = []) =>
  content.values.push({ ...addressAt(itemId, path), ...EMPTY_VALUE, value });
set('D.2.2a', '45');
set('D.2.2b', 'a');
for (const [index, [term, start]] of [
  ['Rash', '20240312'],
  ['Fever', '202403'],
  ['Nausea', ''],
].entries()) {
  const rowNo = index + 1;
  content.rows.push({
    group: 'E.i',
    rowNo,
    rowNo2: 0,
    rowNo3: 0,
    rowId: `${rowNo}`,
    sort: rowNo,
    deleted: false,
  });
  set('E.i.1.2', term ?? '', [rowNo]);
  if (start) set('E.i.4', start, [rowNo]);
}

const write = (template: string, language: 'en' | 'ko' | 'ja' | 'zh' = 'en', withheld: string[] = []) =>
  writeNarrative(parseTemplate(template).nodes, {
    catalogue,
    codeLists,
    content,
    language,
    termOf: () => undefined,
    withheld: new Set(withheld),
  });
const written = (...of: Parameters<typeof write>) => textOf(write(...of));
const problems = (template: string) =>
  templateProblems(catalogue, parseTemplate(template), ['H.1']).map(({ id, offset, severity }) => {
    const { line, column } = placeOf(template, offset);
    return `${line}:${column} ${severity} ${id}`;
  });

describe('a template', () => {
  it('writes values, ages, dates and lists in words', () => {
    expect(written('A {D.2.2a|age} patient had {E.i.1.2|list|lower}.')).toBe(
      'A 45-year-old patient had rash, fever and nausea.',
    );
    expect(written('Age: {D.2.2a}.')).toBe('Age: 45 years.');
    expect(written('{each E.i}{E.i.1.2|lower} is {E.i.1.2|upper}; {end}')).toMatch(/^rash is Rash;/);
    expect(written('{D.2.2a|age} 환자에게 {E.i.1.2|list}이(가) 발생했다.', 'ko')).toBe(
      '45세 환자에게 Rash, Fever 및 Nausea이(가) 발생했다.',
    );
  });

  it('writes a block for each row that meets a condition, and nothing for its lines', () => {
    const template = [
      '{each E.i when present("E.i.4")}',
      '{E.i.1.2} began on {E.i.4}.',
      '{end}',
      '{if rows("E.i") > 1}',
      'There were several {{reactions}}.',
      '{else}',
      'There was one.',
      '{end}',
    ].join('\n');
    expect(problems(template)).toEqual([]);
    expect(written(template)).toBe(
      'Rash began on 12 March 2024.\nFever began on March 2024.\nThere were several {reactions}.',
    );
  });

  it('names what a sentence was written from, with the conditions around it', () => {
    const [first, second] = write('{each E.i when present("E.i.4")}{E.i.1.2} started. {end}Age {D.2.2a}.');
    expect(first).toMatchObject({ text: 'Rash started.', reads: ['E.i.4|1|0|0', 'E.i.1.2|1|0|0'] });
    expect(second).toMatchObject({ text: 'Fever started.', reads: ['E.i.4|2|0|0', 'E.i.1.2|2|0|0'] });
    expect(new Set(write('{each E.i}{E.i.1.2} started. {end}').map(({ key }) => key)).size).toBe(3);
  });

  it('says that a value was not reported, and withholds blinded ones from text and conditions', () => {
    expect(written('Sex: {D.5}.')).toBe('Sex: not reported.');
    expect(written('{if present("D.2.2a")}known{else}unknown{end} {D.2.2a}', 'en', ['D.2.2a'])).toBe(
      'unknown [blinded]',
    );
    expect([...withheldFrom(catalogue, ['H.1'], SEES_ALL)]).toEqual(
      Object.values(catalogue.items).flatMap(({ itemId, blinded }) => (blinded ? itemId : [])),
    );
  });

  it('splits at the ends of its own sentences only', () => {
    content.values.push({ ...addressAt('D.1', []), ...EMPTY_VALUE, value: 'J. D. Smith' });
    expect(write('Patient {D.1} was seen. Then nothing.').map(({ text }) => text)).toEqual([
      'Patient J. D. Smith was seen.',
      'Then nothing.',
    ]);
    expect(write('患者{D.1}入院。その後退院。').map(({ text }) => text)).toEqual([
      '患者J. D. Smith入院。',
      'その後退院。',
    ]);
  });

  it('gives up on rows in rows without an end', () => {
    const [open, close] = ['{each E.i}'.repeat(12), '{end}'.repeat(12)];
    expect(() => write(`${open}x${close}`)).toThrow(NarrativeTooLong);
  });
});

describe('a problem of a template has its place', () => {
  it.each([
    ['One\n{E.i.44}', ['2:1 error unknownItem']],
    ['{each E.j}{end}', ['1:1 error unknownGroup']],
    ['Text {if present("D.1")} open', ['1:6 error unclosed']],
    ['Text\n  {end}', ['2:3 error endWithoutBlock']],
    ['{else}', ['1:1 error elseWithoutIf']],
    ['{if present("D.1")}{else}{else}{end}', ['1:26 error elseWithoutIf']],
    ['a {D.1', ['1:3 error tagUnclosed']],
    ['{}', ['1:1 error tagEmpty']],
    ['{if}{end}', ['1:1 error tagEmpty']],
    ['{D.1|loud}', ['1:2 error unknownFormat']],
    ['{D.1|age}', ['1:1 error age']],
    ['{E.i.4}', ['1:1 error repeats']],
    ['{E.i.4|list}', []],
    ['{if value("D.11") == "x"}{end}', ['1:5 error condition']],
    ['{if value("E.i.4") == "x"}{end}', ['1:5 error condition']],
    ['{if value("H.1") == ""}x{end}', ['1:5 error circular']],
    ['{H.1}', ['1:1 error circular']],
    ['{if value("D.1") == "}"}x{end}', []],
  ])('%s', (template, expected) => {
    expect(problems(template)).toEqual(expected);
  });
});
