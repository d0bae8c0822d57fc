/** What the rules that several items obey together say about a case. */
import type { Static } from 'typebox';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { addressAt } from '../case/itemAddress.ts';
import type { CaseContent } from '../case/caseContent.ts';
import type { Finding as FindingContract } from '../contract/common.ts';
import { caseReader } from '../expressions/caseReader.ts';
import type { CompiledRule, CompiledRules } from '../expressions/compileRule.ts';
import { caseScope, rowsOfItem, scopesOf } from '../expressions/scope.ts';
import type { Scope } from '../expressions/scope.ts';

export { compileRules } from '../expressions/compileRule.ts';
export { readRules } from '../expressions/readRules.ts';

type Finding = Static<typeof FindingContract>;

/** The authority whose rules every receiver shares. */
const COMMON_AUTHORITY = 'ICH';

/** For whom the case is judged. Without a profile the case's envelope tells it, if it is filled. */
export interface RuleReceiver {
  authority: string;
  profile?: string | null;
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
  receiver: RuleReceiver,
): Finding[] {
  const whole = caseScope(catalogue, caseReader(catalogue, content));
  const scopes = scopesByGroup(whole);
  return rulesFor(rules, receiver, whole)
    .toSorted((a, b) => a.item.sort - b.item.sort)
    .flatMap((rule) =>
      scopes(rule.group)
        .filter((scope) => !rule.run(scope))
        .map((scope) => findingOf(rule, scope)),
    );
}

/** The profile the filled envelope of a case tells, or null. */
function profileOf({ profiles }: CompiledRules, authority: string, whole: Scope): string | null {
  const told = profiles.find((profile) => profile.authority === authority && profile.holds(whole));
  return told?.profile ?? null;
}

/** The rules that run: a common rule gives way to the one that says it again in the receiver's terms. */
function rulesFor(rules: CompiledRules, receiver: RuleReceiver, whole: Scope): CompiledRule[] {
  const profile = receiver.profile ?? profileOf(rules, receiver.authority, whole);
  const running = rules.rules.filter(
    ({ rule: { authority, profiles } }) =>
      (authority === COMMON_AUTHORITY || authority === receiver.authority) &&
      (profiles.length === 0 || (profile !== null && profiles.includes(profile))),
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
