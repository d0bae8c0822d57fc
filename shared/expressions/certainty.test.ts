import type { ASTNode } from '@marcbachmann/cel-js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { caseReader } from './caseReader.ts';
import { certainties } from './certainty.ts';
import { compileExpression } from './compileExpression.ts';
import { exampleContent } from './exampleContent.ts';
import { rangeOf } from './expressionTree.ts';
import { parseExpression } from './parseExpression.ts';
import { caseScope } from './scope.ts';

const within = (source: string, node: ASTNode): string => {
  const { start, end } = rangeOf(node, source);
  return source.slice(start, end);
};
const certainParts = (source: string) =>
  certainties(parseExpression(source).ast).map(({ node, always }) => [within(source, node), always]);

describe('a condition', () => {
  it.each([
    ['present("D.1") || !present("D.1")', true],
    ['present("D.1") || value("D.1") == "" && nullFlavor("D.1") == ""', true],
    ['!(value("D.1") == "1" && value("D.1") in ["2", "3"])', true],
    ['value("D.1") != "1" || value("D.1") != "2"', true],
    ['number("D.1") > 5.0 && number("D.1") < 5.0', false],
    ['days(value("D.1"), value("D.2")) >= 0.0 && -1.0 > days(value("D.1"), value("D.2"))', false],
    ['value("D.1") == "1" && !present("D.1")', false],
    ['rows("E.i") > 1 && rows("E.i") == 0', false],
    ['"2" == value("D.1") && value("D.1") == "1"', false],
    ['present("D.1") ? false : false', false],
    ['value("D.1") in []', false],
  ])('is reported if it has the same result in every case: %s', (source, always) => {
    expect(certainParts(source)).toEqual([[source, always]]);
  });

  it.each([
    'present("D.1")',
    'value("D.1") == "1" || value("D.2") == "1"',
    // no number is neither greater nor smaller
    'number("D.1") >= 5.0 || number("D.1") < 5.0',
    'number("D.1") > 5.0 || number("D.1") <= 5.0',
    'number("D.1") > 1.0 && number("D.1") < 2.0',
    // a text between two others
    'value("D.1") > "a" && value("D.1") < "b"',
    // a value and a null flavor are two things
    'value("D.1") == "1" && nullFlavor("D.1") == "UNK"',
    // rows of one group, counted by two conditions
    'countRows("E.i", value("E.i.7") == "1") > 0 && countRows("E.i", value("E.i.7") == "2") == 0',
    'anyRow("E.i", value("E.i.7") == "1") && anyRow("E.i", value("E.i.7") == "2")',
    'value("D.1") == value("D.2") && value("D.1") != "1"',
  ])('is not reported if it depends on the case: %s', (source) => {
    expect(certainParts(source)).toEqual([]);
  });

  it('is reported by its largest constant part', () => {
    expect(
      certainParts('present("D.2") && (value("D.1") == "1" && value("D.1") == "2" || present("D.3"))'),
    ).toEqual([['value("D.1") == "1" && value("D.1") == "2"', false]]);
    expect(certainParts('anyRow("E.i", present("E.i.7") && !present("E.i.7"))')).toEqual([
      ['present("E.i.7") && !present("E.i.7")', false],
    ]);
  });
});

describe('a condition reported as constant', () => {
  const catalogue = compileCatalogue(realSources);
  const items = ['D.1', 'D.5', 'C.1.3'];
  const texts = ['', '1', '2', '10', 'x'];
  const text = fc.constantFrom(...texts);
  const atom = fc.oneof(
    fc
      .tuple(
        fc.constantFrom('value', 'nullFlavor'),
        fc.constantFrom(...items),
        fc.constantFrom('==', '!='),
        text,
      )
      .map(([call, item, operator, literal]) => `${call}("${item}") ${operator} "${literal}"`),
    fc
      .tuple(fc.constantFrom(...items), fc.constantFrom('<', '<=', '>', '>=', '==', '!='), fc.nat(12))
      .map(([item, operator, literal]) => `number("${item}") ${operator} ${literal}.0`),
    fc
      .tuple(fc.constantFrom(...items), fc.array(text, { maxLength: 3 }))
      .map(([item, list]) => `value("${item}") in [${list.map((one) => `"${one}"`).join(', ')}]`),
    fc.constantFrom(...items).map((item) => `present("${item}")`),
  );
  const { condition } = fc.letrec<{ condition: string }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      atom,
      fc
        .tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition'))
        .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
      tie('condition').map((inner) => `!(${inner})`),
    ),
  }));
  const anyValue = fc.constantFrom<string | { nullFlavor: string }>(
    ...texts,
    '5',
    '11.5',
    ...['UNK', '1', 'x'].map((nullFlavor) => ({ nullFlavor })),
  );

  it('holds in every case', () => {
    let certain = 0;
    fc.assert(
      fc.property(
        condition,
        fc.array(fc.record(Object.fromEntries(items.map((item) => [item, anyValue]))), { minLength: 8 }),
        (source, cases) => {
          for (const { node, always } of certainties(parseExpression(source).ast)) {
            certain += 1;
            const { run } = compileExpression(within(source, node), catalogue, null, 'bool');
            for (const example of cases) {
              const reader = caseReader(catalogue, exampleContent(catalogue, example));
              expect(run(caseScope(catalogue, reader))).toBe(always);
            }
          }
        },
      ),
      { numRuns: 1500 },
    );
    expect(certain).toBeGreaterThan(50);
  });
});
