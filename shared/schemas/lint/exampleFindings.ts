/** Finds rules whose examples contradict the rule. */
import { getNodeValue } from 'jsonc-parser';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { Declarations } from '../../../schemas/compile/check/declarations.ts';
import { rulesOf } from '../../../schemas/compile/check/ruleFileRules.ts';
import type { RuleDeclaration } from '../../../schemas/compile/check/ruleFileRules.ts';
import { findingAt, property } from '../../../schemas/compile/check/sourceDocument.ts';
import type { Problem } from '../../../schemas/compile/check/sourceDocument.ts';
import type { RuleExample, RuleSource, SourceFinding } from '../../../schemas/compile/sources.types.ts';
import { caseReader } from '../../expressions/caseReader.ts';
import { compileExpression } from '../../expressions/compileExpression.ts';
import { groupOfRule } from '../../expressions/compileRule.ts';
import { exampleContent } from '../../expressions/exampleContent.ts';
import { caseScope, scopesOf } from '../../expressions/scope.ts';

/**
 * Runs each rule on its two examples: it must apply to both, find nothing in one and exactly one finding in the
 * other.
 */
export const exampleFindings = (catalogue: Catalogue, declarations: Declarations): SourceFinding[] =>
  rulesOf(declarations).flatMap((declared) => {
    const rule = getNodeValue(declared.node) as RuleSource;
    return (['pass', 'fail'] as const).flatMap((which) => {
      const problem = problemOf(catalogue, rule, which);
      return problem ? [at(declared, which, problem)] : [];
    });
  });

function at({ id, node, document }: RuleDeclaration, which: string, problem: Problem): SourceFinding {
  const location = property(property(node, 'examples'), which) ?? node;
  return findingAt(document, location, { ...problem, message: `${id}: ${problem.message}` });
}

function problemOf(catalogue: Catalogue, rule: RuleSource, which: 'pass' | 'fail'): Problem | null {
  let answers: Answers;
  try {
    answers = answersOf(catalogue, rule, rule.examples[which]);
  } catch (error) {
    // the interpreter adds an excerpt below its message
    const [why] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { rule: 'example-breaks', message: `the rule breaks on its example "${which}": ${why}` };
  }
  const { count, faults } = answers;
  if (count === 0) {
    const because = rule.when === undefined ? 'it has no row the rule runs in' : `"when" does not hold`;
    return {
      rule: 'example-not-asked',
      message: `the rule does not apply to its example "${which}": ${because}`,
    };
  }
  if (which === 'pass' && faults > 0)
    return { rule: 'example-fails', message: 'the rule finds fault with its example "pass"' };
  if (which === 'fail' && faults === 0)
    return { rule: 'example-passes', message: 'the rule finds nothing in its example "fail"' };
  if (faults <= 1) return null;
  const message = `the rule finds fault ${faults} times with its example "fail"; show one fault`;
  return { rule: 'example-fails-often', severity: 'warning', message };
}

interface Answers {
  /** in how many rows the rule applies */
  count: number;
  /** in how many of them it reports */
  faults: number;
}

function answersOf(catalogue: Catalogue, rule: RuleSource, example: RuleExample): Answers {
  const item = catalogue.items[rule.items[0] ?? ''];
  if (!item) throw new Error(`there is no item ${rule.items[0]}`);
  const group = groupOfRule(rule.scope, item);
  const when =
    rule.when === undefined ? null : compileExpression(rule.when, catalogue, group, 'bool', rule.id);
  const check = compileExpression(rule.check, catalogue, group, 'bool', rule.id);
  const whole = caseScope(catalogue, caseReader(catalogue, exampleContent(catalogue, example)));
  const count = scopesOf(whole, group).filter((scope) => when === null || when.run(scope));
  return { count: count.length, faults: count.filter((scope) => !check.run(scope)).length };
}
