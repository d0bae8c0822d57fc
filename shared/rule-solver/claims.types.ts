import type { RuleExample } from '../expressions/rules.types.ts';
import type { Severity } from '../rules/finding.types.ts';

/** What is certain of rules in every case that a receiver could accept. */
export type ClaimKind =
  /** its condition can never be met */
  | 'neverApplies'
  /** it never has a finding: its check is met wherever its condition is */
  | 'neverFires'
  /** it has a finding wherever it applies */
  | 'alwaysFires'
  /** wherever it has a finding, the other one has one, too */
  | 'firesWith'
  /** where both apply, one of them has a finding */
  | 'contradicts'
  /** wherever it applies, it or one of the other rules, which are errors, has a finding */
  | 'neverMet';

export interface Claim {
  kind: ClaimKind;
  rule: string;
  /** one of `firesWith` and `contradicts`, those that together forbid it of `neverMet` */
  others: readonly string[];
}

/** A claim about the rule that has it. */
export interface SolvedClaim {
  kind: ClaimKind;
  others: readonly string[];
  /** of `contradicts`: a case in which both apply; null: none was found */
  example: RuleExample | null;
}

export interface SolvedRule {
  ruleId: string;
  severity: Severity;
  /** the smallest case found in which it has a finding; null: it never has one, or none was found */
  example: RuleExample | null;
  claims: readonly SolvedClaim[];
}
