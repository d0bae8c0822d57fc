import fc from 'fast-check';
import type { ASTNode } from '@marcbachmann/cel-js';
import { describe, expect, it } from 'vitest';
import { costOf } from '../testing/costOf.ts';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { declarationsOf } from '../../schemas/compile/check/declarations.ts';
import { readDocument } from '../../schemas/compile/check/sourceDocument.ts';
import { realSources as sources } from '../../schemas/compile/testSources.ts';
import { expressionProblems } from './compileExpression.ts';
import { MATCHES } from './environment.ts';
import { expressionSites } from './expressionSites.ts';
import { childrenOf } from './expressionTree.ts';
import { parseExpression } from './parseExpression.ts';
import { matchesPattern, patternProblem } from './patterns.ts';
import { readRules } from './readRules.ts';

const catalogue = compileCatalogue(sources);

const patternsIn = (node: ASTNode): string[] => [
  ...(node.op === 'rcall' && node.args[0] === MATCHES ? [String(node.args[2][0]?.args)] : []),
  ...childrenOf(node).flatMap(patternsIn),
];

/** The patterns of all expressions, and those of the JSON schemas of the files. */
const patterns = [
  ...new Set([
    ...expressionSites(catalogue, declarationsOf(sources.map(readDocument))).flatMap(({ source }) =>
      patternsIn(parseExpression(source).ast),
    ),
    ...sources.flatMap(({ text }) =>
      [...text.matchAll(/"pattern": ("(?:[^"\\]|\\.)*")/g)].map(
        ([, json]) => JSON.parse(json ?? '') as string,
      ),
    ),
  ]),
];

/** Every text in the examples of the rules. */
const texts = [
  ...new Set(
    readRules(sources).rules.flatMap(({ examples: { pass, fail } }) =>
      [...Object.values(pass), ...Object.values(fail)].flatMap((value) =>
        typeof value === 'string' ? value : Object.values(value).map(String),
      ),
    ),
  ),
];

function sameAsJavaScript(pattern: string, text: string): void {
  expect([text, matchesPattern(text, pattern)]).toEqual([text, new RegExp(pattern).test(text)]);
}

describe('the patterns of the product', () => {
  it('are found', () => {
    expect(patterns.length).toBeGreaterThan(25);
    expect(texts.length).toBeGreaterThan(150);
  });

  it.each(patterns)('%s answers for every example as a JavaScript expression does', (pattern) => {
    for (const text of texts) sameAsJavaScript(pattern, text);
  });

  it.each(patterns)('%s answers for generated texts as a JavaScript expression does', (pattern) => {
    const alike = fc.stringMatching(new RegExp(pattern), { size: 'small' });
    fc.assert(
      fc.property(fc.oneof(alike, fc.string({ unit: 'grapheme' })), (text) => {
        sameAsJavaScript(pattern, text);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a pattern', () => {
  it.each([
    ['^(a+)+$', 'a', '!'],
    ['^(a|a)*$', 'a', '!'],
    ['(a|aa)+$', 'a', '!'],
    ['^(\\w+\\s?)*$', 'word ', '!'],
    ['x+$', 'x', 'y'],
    ['(.*)(.*)(.*)(.*)(.*)z', 'ab', '!'],
  ])('%s takes time in proportion to the text', async (pattern, unit, end) => {
    const text = unit.repeat(50_000) + end;

    const cost = await costOf(() => expect(matchesPattern(text, pattern)).toBe(false));

    expect(cost).toBeLessThan(1000);
  });

  it.each([
    ['(?=a)b', 'invalid or unsupported Perl syntax'],
    ['(a)\\1', 'invalid escape sequence'],
    ['(a', 'missing closing )'],
    ['a'.repeat(501), 'at most 500 characters'],
    ['(a{500}){3}', 'repeat count'],
    ['.{0,99}'.repeat(20), 'repetitions'],
  ])('%s is refused with the reason', (pattern, reason) => {
    expect(patternProblem(pattern)).toContain(reason);
  });

  it('is refused at its place in the expression', () => {
    const source = 'present("H.1") && value("H.1").matches("(a")';

    const [problem, ...others] = expressionProblems(source, catalogue, null, 'bool');

    expect(source.slice(problem?.start, problem?.end)).toBe('"(a"');
    expect(problem?.message).toContain('missing closing )');
    expect(others).toEqual([]);
  });

  it('is named as the analyst wrote it when its argument has the wrong type', () => {
    const [problem] = expressionProblems('value("H.1").matches(1)', catalogue, null, 'bool');

    expect(problem?.message).toContain("'string.matches(int)'");
  });
});
