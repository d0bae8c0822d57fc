/** What the rules that several items obey together say about a case. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { addressAt } from '../case/itemAddress.ts';
import type { CaseContent } from '../case/caseContent.ts';
import { caseReader } from '../expressions/caseReader.ts';
import type { CompiledRule, CompiledRules } from '../expressions/compileRule.ts';
import { caseScope, rowsOfItem, scopesOf } from '../expressions/scope.ts';
import type { Scope } from '../expressions/scope.ts';
import type { Finding, Receiver } from './finding.types.ts';

export { compileRules } from '../expressions/compileRule.ts';
export { readRules } from '../expressions/readRules.ts';

/** The authority whose rules every receiver shares. */
const COMMON_AUTHORITY: Receiver = 'ICH';

export interface RuleOptions {
  receiver: Receiver;
  /** which of the receiver's profiles, e.g. `preMarket` of FDA; without it the case's envelope tells, if it is filled */
  profile?: string;
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
  options: RuleOptions,
): Finding[] {
  const whole = caseScope(catalogue, caseReader(catalogue, content));
  const scopes = scopesByGroup(whole);
  return rulesFor(rules, options, whole)
    .toSorted((a, b) => a.item.sort - b.item.sort)
    .flatMap((rule) =>
      scopes(rule.group)
        .filter((scope) => !rule.run(scope))
        .map((scope) => findingOf(rule, scope)),
    );
}

/** The profile of the receiver that the filled envelope of a case tells. */
export function profileOf(
  catalogue: Catalogue,
  rules: CompiledRules,
  content: CaseContent,
  receiver: Receiver,
): string | undefined {
  return toldProfile(rules, receiver, caseScope(catalogue, caseReader(catalogue, content)));
}

const toldProfile = ({ profiles }: CompiledRules, receiver: Receiver, whole: Scope): string | undefined =>
  profiles.find(({ authority, holds }) => authority === receiver && holds(whole))?.profile;

/** The rules that run: a common rule gives way to the one that says it again in the receiver's terms. */
function rulesFor(rules: CompiledRules, { receiver, profile }: RuleOptions, whole: Scope): CompiledRule[] {
  const told = profile ?? toldProfile(rules, receiver, whole);
  const running = rules.rules.filter(
    ({ rule: { authority, profiles } }) =>
      (authority === COMMON_AUTHORITY || authority === receiver) &&
      (profiles.length === 0 || (told !== undefined && profiles.includes(told))),
  );
  const replaced = new Set(running.flatMap(({ rule }) => rule.replaces));
  return running.filter(({ rule }) => !replaced.has(rule.id));
}

/** The scopes of each group, made once a check: many rules run in the same rows. */
function scopesByGroup(whole: Scope): (group: string | null) => Scope[] {
  const made = new Map<string | null, Scope[]>();
  return (group) => {
    const scopes = made.get(group) ?? scopesOf(whole, group);
    made.set(group, scopes);
    return scopes;
  };
}

const findingOf = ({ rule, item }: CompiledRule, scope: Scope): Finding => ({
  ruleId: rule.id,
  severity: rule.severity,
  ...addressAt(item.itemId, rowsOfItem(scope, item)),
  message: rule.message,
});
