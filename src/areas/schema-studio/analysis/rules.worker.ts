/** Decides what the rules of a receiver do to each other, out of the way of typing. */
import { codeListsOf, compileCatalogue } from '../../../../schemas/compile/compileCatalogue.ts';
import { compileRules } from '../../../../shared/expressions/compileRule.ts';
import { readRules } from '../../../../shared/expressions/readRules.ts';
import { solveRules } from '../../../../shared/rule-solver/solveRules.ts';
import type { RulesAnswer, RulesQuestion } from './rules.types.ts';

addEventListener('message', ({ data: { sources, receiver } }: MessageEvent<RulesQuestion>) => {
  const catalogue = compileCatalogue(sources);
  const rules = compileRules(catalogue, readRules(sources));
  const solved = solveRules({ catalogue, rules, codeLists: codeListsOf(sources) }, receiver);
  postMessage({ solved } satisfies RulesAnswer);
});
