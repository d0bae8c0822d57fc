/** Checks built from rules over several items. */
import { addressAt } from '../case/itemAddress.ts';
import type { CompiledRule, CompiledRules } from '../expressions/compileRule.ts';
import { rowsOfItem } from '../expressions/scope.ts';
import type { Scope } from '../expressions/scope.ts';
import { MAX_STEPS, StepLimitExceeded } from '../expressions/steps.ts';
import type { CaseFinding, Check, Recipient } from './check.types.ts';
import type { Receiver } from './finding.types.ts';
import { sentence } from './messages.ts';
import { STANDARD } from './receivers.ts';

type Running = Pick<Recipient, 'receiver' | 'profile'>;

/**
 * The rules that apply to the recipients. Rules with equal expressions and rows are evaluated once, whichever
 * authority they belong to; each reports findings under its own id.
 */
export function ruleChecks(rules: CompiledRules, recipients: readonly Running[]): Check[] {
  const receivers = new Map<CompiledRule, Receiver[]>();
  for (const recipient of recipients)
    for (const rule of rulesFor(rules.rules, recipient))
      receivers.set(rule, [...(receivers.get(rule) ?? []), recipient.receiver]);
  const questions = Map.groupBy(receivers.keys(), sameQuestion);
  return [...questions.values()].map((same) => checkOf(same, receivers));
}

/** Rules with the same answer have equal expressions and the same rows. */
export const sameQuestion = ({ rule: { when, check }, group, item }: CompiledRule): string =>
  [group, item.itemId, when, check].join('\n');

function checkOf(
  [first, ...others]: readonly CompiledRule[],
  receivers: ReadonlyMap<CompiledRule, readonly Receiver[]>,
): Check {
  if (!first) throw new Error('a check without rules');
  const { item, group, readings, run } = first;
  const messages = [first, ...others].map((compiled) => ({
    ruleId: compiled.rule.id,
    severity: compiled.rule.severity,
    message: compiled.rule.message,
    receivers: receivers.get(compiled) ?? [],
  }));
  return {
    item,
    group,
    readings,
    find(scope) {
      const result = resultOf(run, scope);
      if (result === 'holds') return [];
      const address = addressAt(item.itemId, rowsOfItem(scope, item));
      return messages.map((finding) => ({
        ...finding,
        ...(result === 'stopped' && { message: stoppedMessage(finding.ruleId) }),
        ...address,
      }));
    },
  };
}

/** A rule that takes too many steps is reported as a finding, so that one bad rule does not hide all others. */
function resultOf(run: CompiledRule['run'], scope: Scope): 'holds' | 'fails' | 'stopped' {
  try {
    return run(scope) ? 'holds' : 'fails';
  } catch (error) {
    if (error instanceof StepLimitExceeded) return 'stopped';
    throw error;
  }
}

const stoppedMessage = (rule: string): CaseFinding['message'] =>
  sentence('rule.tooManySteps', { rule, max: MAX_STEPS });

/** The applicable rules: a common rule is replaced by the receiver's rule that restates it. */
export function rulesFor(rules: readonly CompiledRule[], { receiver, profile }: Running): CompiledRule[] {
  const running = rules.filter(
    ({ rule: { authority, profiles } }) =>
      (authority === STANDARD || authority === receiver) &&
      (profiles.length === 0 || (profile !== undefined && profiles.includes(profile))),
  );
  const replaced = new Set(running.flatMap(({ rule }) => rule.replaces));
  return running.filter(({ rule }) => !replaced.has(rule.id));
}
