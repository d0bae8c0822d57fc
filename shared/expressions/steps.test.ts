import { describe, expect, it } from 'vitest';
import { costOf } from '../testing/costOf.ts';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources as sources } from '../../schemas/compile/testSources.ts';
import { caseReader } from './caseReader.ts';
import { compileExpression } from './compileExpression.ts';
import { exampleContent } from './exampleContent.ts';
import { explain } from './explain.ts';
import type { RuleExample } from './rules.types.ts';
import { caseScope } from './scope.ts';
import { StepLimitExceeded } from './steps.ts';

const catalogue = compileCatalogue(sources);

function run(source: string, example: RuleExample = {}): boolean {
  const scope = caseScope(catalogue, caseReader(catalogue, exampleContent(catalogue, example)));
  return compileExpression(source, catalogue, null, 'bool', 'TEST-1').run(scope);
}

const list = (length: number): string => `[${Array.from({ length }, (_, at) => at).join(', ')}]`;

/** `condition` for each combination of the elements of `depth` lists. */
const nested = (depth: number, length: number, condition: string): string =>
  depth === 0 ? condition : `${list(length)}.all(x${depth}, ${nested(depth - 1, length, condition)})`;

/** A value that doubles `times` times. */
const doubled = (times: number, start: string, twice: (name: string) => string, last: string): string => {
  let expression = `${last}`;
  for (let at = times; at > 0; at -= 1)
    expression = `cel.bind(v${at}, ${twice(`v${at - 1}`)}, ${expression})`;
  return `cel.bind(v0, ${start}, ${expression})`;
};

const drugs = Object.fromEntries(
  Array.from({ length: 120 }, (_, at) => [`G.k.1|${at + 1}`, '1']),
) satisfies RuleExample;
const eachDrug = (depth: number): string =>
  depth === 0 ? 'value("G.k.1") == "1"' : `everyRow("G.k", ${eachDrug(depth - 1)})`;

describe('an expression', () => {
  it.each([
    ['nested lists', nested(4, 100, 'x1 >= 0')],
    [
      'nested lists behind an operand that fails',
      `${nested(4, 100, '1 / 0 == 1')} || ${nested(4, 100, 'x1 >= 0')}`,
    ],
    ['a list that doubles', doubled(40, '[1]', (name) => `${name} + ${name}`, 'size(v40) > 0')],
    [
      'lists of lists that are compared',
      doubled(40, '[1]', (name) => `[${name}, ${name}]`.replace('[1]', '1'), 'size(v40) > 0'),
    ],
    ['a text that doubles', doubled(40, '"x"', (name) => `${name} + ${name}`, 'v40.matches("y")')],
    [
      'a text that is split',
      `"${'x'.repeat(1000)}".split("").all(a, "${'x'.repeat(1000)}".split("").all(b, "${'x'.repeat(1000)}".split("").all(c, a == b || b == c)))`,
    ],
    [
      'a pattern for each element',
      `${list(900)}.all(a, ("a" + string(a)).matches("^(a+)+" + string(a) + "[^b]{1,90}(c|d)*$") || true)`,
    ],
  ])('with %s is stopped', async (_, source) => {
    const cost = await costOf(() => expect(() => run(source)).toThrow(StepLimitExceeded));

    expect(cost).toBeLessThan(1000);
  });

  it('with nested row functions is stopped', () => {
    expect(() => run(eachDrug(4), drugs)).toThrow(StepLimitExceeded);
  });

  it('that is explained is stopped', () => {
    const scope = caseScope(catalogue, caseReader(catalogue, exampleContent(catalogue, drugs)));

    expect(() => explain(eachDrug(4), scope)).toThrow(StepLimitExceeded);
  });

  it('names its owner when it is stopped', () => {
    expect(() => run(nested(4, 100, 'x1 >= 0'))).toThrow(/TEST-1 takes more than 1000000 steps/);
  });

  it('has all its steps again each time', () => {
    const source = nested(2, 200, 'x1 >= 0');

    for (let time = 0; time < 20; time += 1) expect(run(source)).toBe(true);
  });

  it('evaluates lists within the limit', () => {
    expect(run(eachDrug(2), drugs)).toBe(true);
    expect(run('["a", "b"].map(x, x + x) == ["aa", "bb"]')).toBe(true);
    expect(run(`${list(900)}.filter(x, x > 800).size() == 99`)).toBe(true);
  });
});
