/** Makes an interpreter count its steps. */
import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import { isOutOfSteps, spend, spendOnValue } from './steps.ts';

/** The part of the interpreter's evaluator that evaluates one node, and one operand that may fail. */
interface Evaluator {
  run(node: ASTNode, names: unknown): unknown;
  tryEval(node: ASTNode, names: unknown): unknown;
}

/** Steps of making an error, which contains an excerpt of the expression. */
const STEPS_PER_ERROR = 50;
/** Characters of the expression that are read for the excerpt in one step. */
const CHARACTERS_PER_STEP = 20;

/** A list that a macro is filling: counted once it is complete. */
const UNFINISHED = new Set<string>(['accuValue', 'accuPush', 'accuInc', '?:']);

/**
 * Counts every node that the environment evaluates, inside macros too. The library has no limit of its own and passes
 * its evaluator only to functions: one is registered to get it, and does nothing else.
 */
export function meterInterpreter(environment: Environment): void {
  const evaluators = new Set<Evaluator>();
  environment.registerFunction('string.evaluator_(): bool', function (this: Evaluator): boolean {
    evaluators.add(this);
    return true;
  });
  environment.evaluate('"".evaluator_()');
  const [evaluator] = evaluators;
  if (!evaluator) throw new Error('the interpreter does not pass its evaluator to functions');
  meter(evaluator);
}

function meter(evaluator: Evaluator): void {
  const { run } = evaluator;
  evaluator.run = (node, names) => {
    spend(1);
    const value = run.call(evaluator, node, names);
    if (!UNFINISHED.has(node.op)) spendOnValue(value);
    return value;
  };
  // the library continues behind a failed operand of || and &&, and with the next element of a list
  evaluator.tryEval = (node, names) => {
    try {
      return evaluator.run(node, names);
    } catch (error) {
      if (isOutOfSteps(error)) throw error;
      spend(STEPS_PER_ERROR + node.input.length / CHARACTERS_PER_STEP);
      return error;
    }
  };
}
