/**
 * Problems in the expressions of pages, appendices, rules and obligations, worded for analysts, with their location.
 */
import type { Node } from 'jsonc-parser';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { closest } from '../../schemas/compile/check/closest.ts';
import { declarationsOf } from '../../schemas/compile/check/declarations.ts';
import type { Declarations } from '../../schemas/compile/check/declarations.ts';
import { findingAt, readDocument } from '../../schemas/compile/check/sourceDocument.ts';
import type { SourceLocation, Problem } from '../../schemas/compile/check/sourceDocument.ts';
import type { SourceFinding, SourceText } from '../../schemas/compile/sources.types.ts';
import { certainties } from './certainty.ts';
import { expressionProblems } from './compileExpression.ts';
import type { ExpressionProblem } from './dependencies.ts';
import { expressionSites } from './expressionSites.ts';
import type { ExpressionSite } from './expressionSites.types.ts';
import { rangeOf } from './expressionTree.ts';
import { impossibleComparisons } from './impossibleComparisons.ts';
import { parseExpression } from './parseExpression.ts';
import { readableMessage } from './readableMessage.ts';

/** Checks every expression of the sources against the catalogue compiled from them. */
export const checkExpressions = (catalogue: Catalogue, sources: SourceText[]): SourceFinding[] =>
  expressionFindings(catalogue, declarationsOf(sources.map(readDocument)));

/**
 * Syntax, types, unknown items and groups, items without a settled row; constant conditions; comparisons with values
 * that an item cannot have.
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
  const text = `${readableMessage(message)}${hint}${hint === '' ? ', in' : ' In'}: ${site.source}`;
  const finding = at(site, start, end, { rule: 'expression', message: text });
  const written = JSON.stringify(unknown?.name);
  const location = near === undefined ? -1 : site.source.indexOf(written, start);
  if (near === undefined || location < 0) return finding;
  // the name is quoted in an expression, which is itself a quoted text
  const fix = JSON.stringify(JSON.stringify(near)).slice(1, -1);
  return {
    ...finding,
    fix: at(site, location, location + written.length, { rule: '', message: '', fix }).fix,
  };
}

/** Conditions exist to distinguish cases. */
function certain(site: ExpressionSite): SourceFinding[] {
  const { ast } = parseExpression(site.source);
  return certainties(ast).map(({ node, always }) => {
    const { start, end } = rangeOf(node, site.source);
    const part = site.source.slice(start, end);
    const what = part === site.source ? 'this' : `the part ${part}`;
    return at(site, start, end, {
      rule: always ? 'always-true' : 'never-true',
      severity: 'warning',
      message: `${what} is ${always ? 'always' : 'never'} true in every case`,
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
  const location: SourceLocation = {
    offset: from,
    length: offsetInJson(document.text, node.offset, end) - from,
  };
  return findingAt(document, location, { ...problem, message: `${name}: ${problem.message}` });
}

/** Offset of a character of a text in its JSON string, where escapes take several characters. */
function offsetInJson(json: string, string: Node['offset'], character: number): number {
  const spelled = /\\u[\da-fA-F]{4}|\\.|[^\\]/gy;
  spelled.lastIndex = string + 1;
  for (let passed = 0; passed < character && spelled.test(json); passed += 1);
  return spelled.lastIndex;
}
