/** Rules over several items after reading; `schemas/compile/sources.types.ts` has the source format. */
import type { ProfileSource, RuleExample, LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { Receiver, Severity } from '../rules/finding.types.ts';

export type { RuleExample, RuleSource, RulesSource } from '../../schemas/compile/sources.types.ts';

/** A rule with the defaults of its file applied. */
export interface Rule {
  id: string;
  authority: Receiver;
  /** empty: all profiles */
  profiles: string[];
  /** runs only where the receiver has accepted an earlier report of the case */
  laterReportsOnly: boolean;
  severity: Severity;
  items: string[];
  scope: string | null;
  when: string | null;
  check: string;
  message: LocalizedText;
  source: string;
  examples: { pass: RuleExample; fail: RuleExample };
  replaces: string[];
}

export interface RuleSet {
  rules: Rule[];
  profiles: (ProfileSource & { authority: Receiver })[];
}
