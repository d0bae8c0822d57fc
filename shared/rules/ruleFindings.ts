/** Findings of the rules over several items. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../case/caseContent.ts';
import { caseReader } from '../expressions/caseReader.ts';
import type { CompiledRules } from '../expressions/compileRule.ts';
import { caseScope } from '../expressions/scope.ts';
import { findingsFor, runChecks } from './caseFindings.ts';
import type { Finding, Receiver } from './finding.types.ts';
import { profileOfCase } from './receivers.ts';
import { ruleChecks } from './ruleChecks.ts';

export { compileRules } from '../expressions/compileRule.ts';
export { readRules } from '../expressions/readRules.ts';

export interface RuleOptions {
  receiver: Receiver;
  /** the profile of the receiver, e.g. `preMarket` of FDA; default: the one selected by the envelope of the case */
  profile?: string | undefined;
  /** whether the receiver has accepted an earlier report of the case; default: no */
  hasEarlier?: boolean;
}

/**
 * The findings of a case for a receiver, in display order: from the common rules and those of its authority and
 * profile. Deleted rows are skipped. A finding about a whole group has row number 0 for it. `catalogue` is that of
 * all regions, which `rules` were compiled with.
 */
export function ruleFindings(
  catalogue: Catalogue,
  rules: CompiledRules,
  content: CaseContent,
  { receiver, profile, hasEarlier }: RuleOptions,
): Finding[] {
  const reader = caseReader(catalogue, content);
  const activeProfile = profile ?? profileOfCase(rules, caseScope(catalogue, reader), receiver);
  return findingsFor(
    runChecks(catalogue, ruleChecks(rules, [{ receiver, profile: activeProfile, hasEarlier }]), reader),
    receiver,
  );
}
