/** Rules that several items obey together, as the analyst writes them and as they are read. */
import type { Words } from '../../schemas/compile/sources.types.ts';
import type { Receiver, Severity } from '../rules/finding.types.ts';

/**
 * A case of a few lines. A key is an item id, for a row other than the first with its numbers behind (`E.i.7|2`);
 * rows come to be where a value needs them.
 */
export type RuleExample = Record<string, string | { nullFlavor: string }>;

export interface RuleSource {
  id: string;
  /** runs only for receivers of these profiles; without it for all of the authority */
  profiles?: string[];
  severity: Severity;
  /** what the rule is about; the finding stands at the first one */
  items: string[];
  /** `case`, or the group once per row of which it runs; without it the innermost group of the first item */
  scope?: string;
  /** runs where this holds; without it always */
  when?: string;
  /** true: nothing to find */
  check: string;
  /** the words, or the name of one of the file's messages */
  message: Words | string;
  /** where the rule is written down */
  source: string;
  examples: { pass: RuleExample; fail: RuleExample };
  /** rules it says again in its authority's terms: they do not run where this one does */
  replaces?: string[];
}

/** A profile of the authority's receivers, and how a case that has its envelope tells it. */
export interface ProfileSource {
  profile: string;
  when: string;
}

/** One `schemas/rules/*.rules.json`. */
export interface RulesSource {
  $schema?: string;
  authority: Receiver;
  profiles?: ProfileSource[];
  messages?: Record<string, Words>;
  rules: RuleSource[];
  /** rules of other files that this authority has too: its id to theirs. Only its id is found then. */
  same?: Record<string, string>;
}

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
