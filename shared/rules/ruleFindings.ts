/** What the rules that several items obey together say about a case. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../case/caseContent.ts';
import { caseReader } from '../expressions/caseReader.ts';
import type { CompiledRules } from '../expressions/compileRule.ts';
import { caseScope } from '../expressions/scope.ts';
import { findingsFor, foundBy } from './caseFindings.ts';
import type { Finding, Receiver } from './finding.types.ts';
import { profileTold } from './receivers.ts';
import { ruleChecks } from './ruleChecks.ts';

export { compileRules } from '../expressions/compileRule.ts';
export { readRules } from '../expressions/readRules.ts';

export interface RuleOptions {
  receiver: Receiver;
  /** which of the receiver's profiles, e.g. `preMarket` of FDA; without it the case's envelope tells, if it is filled */
  profile?: string | undefined;
}

/**
 * The findings of a case for a receiver, in display order: the common rules and those of its authority and profile.
 * Struck rows are passed over. A finding about a group as a whole has row number 0 for it. `catalogue` is that of all
 * regions, the one `rules` were compiled with.
 */
export function ruleFindings(
  catalogue: Catalogue,
  rules: CompiledRules,
  content: CaseContent,
  { receiver, profile }: RuleOptions,
): Finding[] {
  const reader = caseReader(catalogue, content);
  const told = profile ?? profileTold(rules, caseScope(catalogue, reader), receiver);
  return findingsFor(foundBy(catalogue, ruleChecks(rules, [{ receiver, profile: told }]), reader), receiver);
}
