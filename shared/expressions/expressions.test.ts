import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { RETIRED } from '../../schemas/compile/retired.ts';
import { realSources as sources } from '../../schemas/compile/testSources.ts';
import { caseReader } from './caseReader.ts';
import { checkExpressions } from './checkExpressions.ts';
import { compileExpression, expressionProblems } from './compileExpression.ts';
import type { ExpressionTypes } from './compileExpression.ts';
import { exampleContent } from './exampleContent.ts';
import type { RuleExample } from './rules.types.ts';
import { caseScope, rowScope } from './scope.ts';

const catalogue = compileCatalogue(sources);

/** The result of an expression in a case, evaluated in one row of a group. */
function ask(
  expression: string,
  example: RuleExample,
  {
    group = null,
    rows = [],
    type = 'bool',
  }: { group?: string | null; rows?: number[]; type?: keyof ExpressionTypes } = {},
  of: Catalogue = catalogue,
) {
  const whole = caseScope(of, caseReader(of, exampleContent(of, example)));
  const scope = group === null ? whole : rowScope(whole, group, rows);
  return compileExpression(expression, of, group, type).run(scope);
}

describe('an expression', () => {
  const drugs = {
    'C.1.3': '2',
    'G.k.1|1': '1',
    'G.k.1|2': '2',
    'G.k.4.r.1a|2|1': '5',
    'G.k.4.r.1a|2|3': '7',
  };

  it.each([
    ['value("C.1.3") == "2"', true],
    ['value("C.1.7") == ""', true],
    ['present("C.1.3") && !present("C.1.7")', true],
    ['rows("G.k") == 2 && rows("G.k.4.r") == 2', true],
    ['countRows("G.k", value("G.k.1") == "1") == 1', true],
    ['anyRow("G.k", value("G.k.1") == "2" && anyRow("G.k.4.r", number("G.k.4.r.1a") > 6.0))', true],
    ['anyRow("G.k", value("G.k.1") == "1" && anyRow("G.k.4.r", number("G.k.4.r.1a") > 6.0))', false],
    ['everyRow("G.k", rowHasData("G.k"))', true],
    ['everyRow("E.i", false) && firstRow("E.i", false) && !anyRow("E.i", true)', true],
    ['firstRow("G.k", value("G.k.1") == "1")', true],
    ['number("C.1.7") > 0.0 || number("C.1.7") <= 0.0', false],
  ])('returns %s', (expression, answer) => {
    expect(ask(expression, drugs)).toBe(answer);
  });

  it('takes a row for one without data that holds values only of what left the schema files', () => {
    const gone = ['G.k.1', 'G.k.4.r.1a'].map((itemId) => [
      itemId,
      { ...catalogue.items[itemId], appendix: RETIRED } as CatalogueItem,
    ]);
    const left = { ...catalogue, items: { ...catalogue.items, ...Object.fromEntries(gone) } };
    expect(ask('anyRow("G.k", rowHasData("G.k"))', drugs)).toBe(true);
    expect(ask('anyRow("G.k", rowHasData("G.k"))', drugs, undefined, left)).toBe(false);
  });

  it('reads its row, and items of the case', () => {
    const expression = 'value("G.k.1") == "2" && value("C.1.3") == "2" && rows("G.k.4.r") == 2';

    expect(ask(expression, drugs, { group: 'G.k', rows: [2] })).toBe(true);
    expect(ask(expression, drugs, { group: 'G.k', rows: [1] })).toBe(false);
  });

  it('reads the enclosing row', () => {
    const inDosage = { group: 'G.k.4.r', rows: [2, 3] };

    expect(ask('value("G.k.1") + "/" + value("G.k.4.r.1a")', drugs, { ...inDosage, type: 'string' })).toBe(
      '2/7',
    );
  });

  it('reads, in an assessment, its reaction', () => {
    const example = { 'E.i.7|1': '1', 'E.i.7|2': '5', 'G.k.9.i.4|3|2': '4' };

    expect(ask('value("E.i.7")', example, { group: 'G.k.9.i', rows: [3, 2], type: 'string' })).toBe('5');
    expect(ask('countRows("G.k.9.i", present("G.k.9.i.4")) == 1 && rows("G.k.9.i") == 2', example)).toBe(
      true,
    );
  });

  it('reads name and type of an attached file', () => {
    const file = { fileName: 'letter.pdf', mediaType: 'application/pdf' };
    const expression = 'fileName("C.1.6.1.r.2") + " " + mediaType("C.1.6.1.r.2")';
    const inDocument = { group: 'C.1.6.1.r', rows: [1], type: 'string' as const };

    expect(ask(expression, { 'C.1.6.1.r.2': file }, inDocument)).toBe('letter.pdf application/pdf');
    expect(ask(expression, { 'C.1.6.1.r.1': 'Letter' }, inDocument)).toBe(' ');
    expect(ask('compression("C.1.6.1.r.2")', { 'C.1.6.1.r.2': file }, inDocument)).toBe('');
    expect(
      ask('compression("C.1.6.1.r.2")', { 'C.1.6.1.r.2': { ...file, compression: 'DF' } }, inDocument),
    ).toBe('DF');
    expect(compileExpression(expression, catalogue, 'C.1.6.1.r', 'string').dependencies).toEqual([
      'C.1.6.1.r.2',
    ]);
  });

  it('restores the scope after a row function', () => {
    const expression = 'anyRow("G.k", value("G.k.1") == "1") && value("G.k.1") == "2"';

    expect(ask(expression, drugs, { group: 'G.k', rows: [2] })).toBe(true);
  });

  it('lists every item it reads, including those found by role and metadata', () => {
    const { dependencies } = compileExpression(
      'age("a") > 1.0 || anyRow("C.2.r", value("C.2.r.4") in ["1", "2"].filter(one, one == value("C.1.3")))',
      catalogue,
      null,
      'bool',
    );

    expect(dependencies.toSorted()).toEqual(['C.1.3', 'C.2.r.4', 'D.2.2a', 'D.2.2b']);
    expect(
      compileExpression('size(versions("MEDDRA")) == 1', catalogue, null, 'bool').dependencies,
    ).toContain('H.3.r.1a');
    expect(
      compileExpression('rowHasData("C.4.r")', catalogue, 'C.4.r', 'bool').dependencies.toSorted(),
    ).toEqual(['C.4.r.1', 'C.4.r.2', 'J2.15.r', 'J2.17.r']);
  });
});

describe('dates and ages', () => {
  it.each([
    ['before("2023", "202401")', true],
    ['before("2024", "20240305")', false],
    ['before("20240305", "2024")', false],
    ['before("", "2024") || before("2024", "")', false],
    ['days("20240228", "20240301") == 2.0', true],
    ['days("20240301", "20240228") == -2.0', true],
    ['days("202402", "20240301") > -9999.0', false],
    ['years("20000305", "20240304") == 23.0', true],
    // there is no age before the birth, not even of the days before it
    ['years("20240305", "20240304") == 0.0', false],
    ['years("202403", "20240304") == 0.0', true],
  ])('returns %s', (expression, answer) => {
    expect(ask(expression, {})).toBe(answer);
  });

  it.each([
    ['45', 'a', 45],
    ['4', '10.a', 40],
    ['18', 'mo', 1.5],
  ])('takes %s %s for %d years', (number, unit, years) => {
    expect(ask('age("a")', { 'D.2.2a': number, 'D.2.2b': unit }, { type: 'double' })).toBeCloseTo(years, 6);
  });

  it('has no age without a unit', () => {
    expect(ask('age("a")', { 'D.2.2a': '45' }, { type: 'double' })).toBeNaN();
  });

  it('never orders two dates both ways', () => {
    const date = fc.tuple(
      fc.integer({ min: 1900, max: 2030 }),
      fc.constantFrom('', '02', '0228', '11', '1101'),
    );
    const { run } = compileExpression(
      'before(value("D.2.1"), value("D.9.1")) && before(value("D.9.1"), value("D.2.1"))',
      catalogue,
      null,
      'bool',
    );
    fc.assert(
      fc.property(date, date, ([year, rest], [otherYear, otherRest]) => {
        const content = exampleContent(catalogue, {
          'D.2.1': `${year}${rest}`,
          'D.9.1': `${otherYear}${otherRest}`,
        });
        return !run(caseScope(catalogue, caseReader(catalogue, content)));
      }),
    );
  });
});

describe('an invalid expression', () => {
  it.each([
    ['value("C.1.3"', 'Expected RPAREN', null],
    ['valu("C.1.3") == "1"', 'valu(string)', null],
    ['value("C.1.3") == 1', 'string == int', null],
    ['value("C.1.3")', 'the answer is string, not bool', null],
    ['present("C.9.9")', 'there is no item C.9.9', null],
    ['present(case)', 'write the item id as a text in quotes', null],
    ['present("E.i.7")', 'E.i.7 repeats with E.i: ask inside anyRow("E.i", ...)', null],
    ['present("E.i.7")', 'E.i.7 repeats with E.i', 'G.k'],
    ['anyRow("Z.z", true)', 'there is no group Z.z', null],
    ['anyRow("E.i", value("E.i.7"))', 'a condition is bool, this is string', null],
    ['rowHasData("E.i")', 'no row of E.i is settled here', null],
  ])('is refused: %s', (expression, message, group) => {
    expect(
      expressionProblems(expression, catalogue, group, 'bool').map((problem) => problem.message),
    ).toContainEqual(expect.stringContaining(message));
    expect(() => compileExpression(expression, catalogue, group, 'bool')).toThrow(message);
  });

  it('is reported at its location in the file', () => {
    const text =
      '{\n  "rules": [{ "id": "X", "items": ["C.1.3"], "check": "value(\\"C.1.3\\") == \\"1\\" && present(\\"X\\")" }]\n}';
    const [found, ...others] = checkExpressions(catalogue, [{ file: 'rules/X.rules.json', text }]);

    expect(others).toEqual([]);
    expect(found).toMatchObject({ line: 2, message: expect.stringContaining('there is no item X') });
    expect(text.split('\n')[1]?.slice((found?.column ?? 0) - 1)).toMatch(/^present/);
  });

  it.each([
    ['long', Array.from({ length: 60_000 }, () => 'present("C.1.3")').join(' && ')],
    ['deep', `${'('.repeat(5000)}true${')'.repeat(5000)}`],
  ])('is one that is too %s', (_, source) => {
    const [problem] = expressionProblems(source, catalogue, null, 'bool');
    expect(problem?.message).toContain('divide it');
  });

  it('is evaluated in the row of its item', () => {
    const page = (expression: string) => ({
      file: 'pages/AE.page.json',
      text: JSON.stringify({
        page: 'AE',
        rows: { group: 'E.i' },
        content: [{ itemId: 'E.i.8', visibleWhen: expression }],
      }),
    });

    expect(checkExpressions(catalogue, [page('value("E.i.7") == "5"')])).toEqual([]);
    expect(checkExpressions(catalogue, [page('value("G.k.1") == "1"')])).toHaveLength(1);
  });

  it('does not occur in the schema files', () => {
    expect(checkExpressions(catalogue, sources)).toEqual([]);
  });
});
