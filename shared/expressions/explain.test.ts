import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { caseReader } from './caseReader.ts';
import { compileExpression } from './compileExpression.ts';
import { compileRule } from './compileRule.ts';
import { exampleContent } from './exampleContent.ts';
import { explain, inputsOf, type Explanation } from './explain.ts';
import { parseExpression } from './parseExpression.ts';
import { readRules } from './readRules.ts';
import type { RuleExample } from './rules.types.ts';
import { caseScope, rowScope, scopesOf } from './scope.ts';
import { wordingOf } from './wording.ts';

const catalogue = compileCatalogue(realSources);
const scopeOf = (example: RuleExample) =>
  caseScope(catalogue, caseReader(catalogue, exampleContent(catalogue, example)));

/** An explanation on one line: the results and how they come about. */
const inShort = (why: Explanation): string => {
  const sign = why.holds ? '+' : '-';
  if (why.by === 'test') return `${sign}${why.source}`;
  if ('parts' in why) return `${sign}${why.by}(${why.parts.map(inShort).join(', ')})`;
  if (why.by === 'fact') return `${sign}${why.values.join('|')}`;
  return `${sign}${why.by} ${why.group}[${why.rows.map(({ path, why: row }) => `${path.join('.')} ${inShort(row)}`).join('; ')} of ${why.count}]`;
};

describe('an explanation', () => {
  it('shows the result and source of each condition', () => {
    const source = '(value("C.1.3") == "1" || present("C.1.4")) && !(number("D.2.2a") + 1.0 > 3.0) && true';
    const scope = scopeOf({ 'C.1.3': '1', 'D.2.2a': '7' });
    expect(inShort(explain(source, scope))).toBe(
      '-all(+any(+value("C.1.3") == "1", -present("C.1.4")), -not(+number("D.2.2a") + 1.0 > 3.0), +true)',
    );
  });

  it('restores the parentheses at the start or end of a condition', () => {
    const source = '(number("D.2.2a") + 1.0) * 2.0 > (3.0 - number("D.2.2a"))';
    const why = explain(source, scopeOf({ 'D.2.2a': '7' }));
    expect(why).toMatchObject({ source, holds: true, by: 'test' });
  });

  it('lists each address it read once, with its value', () => {
    const why = explain(
      'present("C.1.3") && value("C.1.3") != "2" && !present("C.1.4")',
      scopeOf({ 'C.1.3': '1' }),
    );
    expect(inputsOf(why)).toMatchObject([
      { address: { itemId: 'C.1.3', rowNo: 0 }, said: { value: '1' } },
      { address: { itemId: 'C.1.4' }, said: undefined },
    ]);
  });

  it.each([
    ['value("C.1.3") == "1"', 'equal value C.1.3 [1]'],
    ['"1" != value("C.1.3")', 'not equal value C.1.3 [1]'],
    ['value("E.i.9") in ["DE", "FR"]', 'equal value E.i.9 [DE,FR]'],
    ['value("C.1.3") != ""', 'filled value C.1.3'],
    ['value("C.1.3") == ""', 'not filled value C.1.3'],
    ['!present("C.1.4")', 'not given value C.1.4'],
    ['rows("G.k") > 0', 'more rows G.k [0]'],
    ['rowHasData("G.k")', 'data rowHasData G.k'],
    ['nullFlavor("C.1.4") != "UNK"', 'not equal nullFlavor C.1.4 [UNK]'],
    ['value("C.1.3").matches("^[0-9]+$")', 'pattern value C.1.3 ^[0-9]+$'],
    ['value("C.1.3").startsWith("1")', 'begins value C.1.3 1'],
    ['before(value("C.1.2"), value("C.1.5"))', 'before value C.1.2 value C.1.5'],
    ['value("C.1.4") != value("C.1.5")', 'not same value C.1.4 value C.1.5'],
    ['number("D.2.2a") + 1.0 > 3.0', null],
  ])('has the demand of %s for a sentence', (source, expected) => {
    const { ast } = parseExpression(source);
    const words = wordingOf(ast);
    const inWords = words && [
      ...(words.isNot ? ['not'] : []),
      words.demand,
      ...Object.values(words.subject),
      ...('literals' in words ? [`[${words.literals.join()}]`] : []),
      ...('text' in words ? [words.text] : []),
      ...('other' in words ? Object.values(words.other) : []),
    ];
    expect(inWords?.join(' ') ?? null).toBe(expected);
  });

  it('lists the deciding rows, otherwise all', () => {
    const scope = scopeOf({ 'G.k.1|1': '2', 'G.k.1|2': '1', 'G.k.1|3': '1' });
    expect(inShort(explain('anyRow("G.k", value("G.k.1") == "1")', scope))).toBe(
      '+anyRow G.k[2 +value("G.k.1") == "1"; 3 +value("G.k.1") == "1" of 3]',
    );
    expect(inShort(explain('everyRow("G.k", value("G.k.1") == "1")', scope))).toBe(
      '-everyRow G.k[1 -value("G.k.1") == "1" of 3]',
    );
    expect(inShort(explain('anyRow("G.k", value("G.k.1") == "3")', scope))).toContain('of 3]');
  });

  it('explains in the current row', () => {
    const whole = scopeOf({ 'G.k.1|1': '2', 'G.k.1|2': '1' });
    const why = explain('value("G.k.1") == "1"', rowScope(whole, 'G.k', [2]));
    expect(why).toMatchObject({ holds: true, inputs: [{ address: { itemId: 'G.k.1', rowNo: 2 } }] });
  });

  it('follows the taken branch of a choice', () => {
    const scope = scopeOf({ 'C.1.3': '1' });
    expect(inShort(explain('present("C.1.3") ? present("C.1.4") : true', scope))).toBe(
      '-if(+present("C.1.3"), -present("C.1.4"))',
    );
  });
});

describe.each(readRules(realSources).rules.map((rule) => [rule.id, rule] as const))(
  'of rule %s',
  (_id, rule) => {
    it.each(['pass', 'fail'] as const)(
      'reports, for the example that must %s, the result of the rule and its readings',
      (name) => {
        const { group, readings } = compileRule(rule, catalogue);
        const read = new Set(readings.flatMap((reading) => ('itemId' in reading ? [reading.itemId] : [])));
        for (const scope of scopesOf(scopeOf(rule.examples[name]), group))
          for (const source of [rule.when ?? 'true', rule.check]) {
            const why = explain(source, scope);
            expect(why.holds).toBe(compileExpression(source, catalogue, group, 'bool').run(scope));
            expect(inputsOf(why).filter(({ address }) => !read.has(address.itemId))).toEqual([]);
          }
      },
    );
  },
);
