/** The product data that coverage claims are checked against. */
import { codeListsOf, compileCatalogue, forAppendix } from '../../schemas/compile/compileCatalogue.ts';
import type { SourceText } from '../../schemas/compile/sources.types.ts';
import { e2bStructure } from '../../schemas/e2b/structure.ts';
import { readRules } from '../expressions/readRules.ts';
import type { CoverageWorld } from './checkCoverage.ts';

/** Compiles the sources once. An authority without an appendix sees the ICH catalogue. */
export function coverageWorld(sources: SourceText[]): CoverageWorld {
  const whole = compileCatalogue(sources);
  const codeLists = codeListsOf(sources);
  const containers = [...e2bStructure.containers, ...whole.containers];
  return {
    rules: readRules(sources).rules,
    factsOf: (authority) => {
      const region = whole.appendices.find((one) => one.authority === authority)?.appendix ?? 'ICH';
      return { catalogue: forAppendix(whole, region), codeLists, containers, authority };
    },
  };
}
