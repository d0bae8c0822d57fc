/** What is wrong with the expressions of pages, appendices, rules and obligations, in the analyst's words, with the place. */
import type { Node } from 'jsonc-parser';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { closest } from '../../schemas/compile/check/closest.ts';
import { declarationsOf } from '../../schemas/compile/check/declarations.ts';
import type { Declarations } from '../../schemas/compile/check/declarations.ts';
import { findingAt, readDocument } from '../../schemas/compile/check/sourceDocument.ts';
import type { Place, Problem } from '../../schemas/compile/check/sourceDocument.ts';
import type { SourceFinding, SourceText } from '../../schemas/compile/sources.types.ts';
import { certainties } from './certainty.ts';
import { expressionProblems } from './compileExpression.ts';
import type { ExpressionProblem } from './dependencies.ts';
import { expressionSites } from './expressionSites.ts';
import type { ExpressionSite } from './expressionSites.ts';
import { rangeOf } from './expressionTree.ts';
import { impossibleComparisons } from './impossibleComparisons.ts';
import { parseExpression } from './parseExpression.ts';
import { plainWords } from './plainWords.ts';

/** Checks every expression of the sources against the catalogue compiled from them. */
export const checkExpressions = (catalogue: Catalogue, sources: SourceText[]): SourceFinding[] =>
  expressionFindings(catalogue, declarationsOf(sources.map(readDocument)));

/**
 * Syntax, types, unknown items and groups, items without a settled row; conditions that hold always or never;
 * comparisons with what an item cannot hold.
 */
export const expressionFindings = (catalogue: Catalogue, declarations: Declarations): SourceFinding[] =>
  expressionSites(catalogue, declarations).flatMap((site) => {
    const { source, group, type } = site;
    const problems = expressionProblems(source, catalogue, group, type);
    if (problems.length > 0) return problems.map((problem) => wrong(catalogue, site, problem));
    return [
      ...(type === 'bool' ? certain(site) : []),
      ...impossibleComparisons(catalogue, declarations, parseExpression(source).ast).map(
        ({ start, end, ...problem }) => at(site, start, end, problem),
      ),
    ];
  });

function wrong(
  catalogue: Catalogue,
  site: ExpressionSite,
  { message, start, end, unknown }: ExpressionProblem,
): SourceFinding {
  const names = unknown?.kind === 'group' ? catalogue.groups : catalogue.items;
  const near = unknown && closest(unknown.name, Object.keys(names));
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  const said = `${plainWords(message)}${hint}${hint === '' ? ', in' : ' In'}: ${site.source}`;
  const finding = at(site, start, end, { rule: 'expression', message: said });
  const written = JSON.stringify(unknown?.name);
  const place = near === undefined ? -1 : site.source.indexOf(written, start);
  if (near === undefined || place < 0) return finding;
  // the name stands in quotes in an expression, which is a text in quotes itself
  const fix = JSON.stringify(JSON.stringify(near)).slice(1, -1);
  return { ...finding, fix: at(site, place, place + written.length, { rule: '', message: '', fix }).fix };
}

/** Conditions are there to tell cases apart. */
function certain(site: ExpressionSite): SourceFinding[] {
  const { ast } = parseExpression(site.source);
  return certainties(ast).map(({ node, always }) => {
    const { start, end } = rangeOf(node, site.source);
    const part = site.source.slice(start, end);
    const what = part === site.source ? 'this' : `the part ${part}`;
    return at(site, start, end, {
      rule: always ? 'always-true' : 'never-true',
      severity: 'warning',
      message: `${what} is ${always ? 'always' : 'never'} true, whatever the case says`,
    });
  });
}

function at(
  { document, node, name }: ExpressionSite,
  start: number,
  end: number,
  problem: Problem,
): SourceFinding {
  const from = offsetInJson(document.text, node.offset, start);
  const place: Place = { offset: from, length: offsetInJson(document.text, node.offset, end) - from };
  return findingAt(document, place, { ...problem, message: `${name}: ${problem.message}` });
}

/** Where the character of a text stands in its JSON string, which spells some of them with more signs. */
function offsetInJson(json: string, string: Node['offset'], character: number): number {
  const spelled = /\\u[\da-fA-F]{4}|\\.|[^\\]/gy;
  spelled.lastIndex = string + 1;
  for (let passed = 0; passed < character && spelled.test(json); passed += 1);
  return spelled.lastIndex;
}
