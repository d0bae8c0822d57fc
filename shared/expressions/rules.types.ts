/** Rules that several items obey together, as they are read; `schemas/compile/sources.types.ts` has what the analyst writes. */
import type { ProfileSource, RuleExample, Words } from '../../schemas/compile/sources.types.ts';
import type { Receiver, Severity } from '../rules/finding.types.ts';

export type { RuleExample, RuleSource, RulesSource } from '../../schemas/compile/sources.types.ts';

/** A rule with its file's parts filled in. */
export interface Rule {
  id: string;
  authority: Receiver;
  /** empty: all profiles */
  profiles: string[];
  severity: Severity;
  items: string[];
  scope: string | null;
  when: string | null;
  check: string;
  message: Words;
  source: string;
  examples: { pass: RuleExample; fail: RuleExample };
  replaces: string[];
}

export interface RuleSet {
  rules: Rule[];
  profiles: (ProfileSource & { authority: Receiver })[];
}
