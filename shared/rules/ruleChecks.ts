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

type Running = Pick<Recipient, 'receiver' | 'profile' | 'hasEarlier'>;

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

/** Rules with the same answer have equal expressions and the same rows. Forms of a rule go with the whole one. */
export const sameQuestion = ({ whole, ...one }: CompiledRule): string => {
  const { rule, group, item } = whole ?? one;
  return [group, item.itemId, rule.when, rule.check].join('\n');
};

function checkOf(
  same: readonly CompiledRule[],
  receivers: ReadonlyMap<CompiledRule, readonly Receiver[]>,
): Check {
  const [first] = same;
  if (!first) throw new Error('a check without rules');
  const { item, group, run } = first.whole ?? first;
  const formsOf = Map.groupBy(same, ({ rule }) => rule.id);
  const ids = new Map(same.map(({ rule }) => [rule.id, rule]));
  const messages = [...ids.values()].map(({ id, severity, message }) => ({
    ruleId: id,
    severity,
    message,
    forms: formsOf.get(id) ?? [],
  }));
  return {
    item,
    group,
    readings: [...new Set(same.flatMap(({ readings }) => readings))],
    find(scope) {
      const result = resultOf(run, scope);
      if (result === 'holds') return [];
      const address = addressAt(item.itemId, rowsOfItem(scope, item));
      return messages.flatMap(({ forms, ...finding }) => {
        const concerned = forms
          .filter((form) => !form.whole || resultOf(form.run, scope) !== 'holds')
          .flatMap((form) => receivers.get(form) ?? []);
        if (concerned.length === 0) return [];
        const stopped = result === 'stopped' && { message: stoppedMessage(finding.ruleId) };
        return [{ ...finding, receivers: concerned, ...stopped, ...address }];
      });
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

/** The applicable rules: a common rule is replaced by the receiver's rule that restates it, where that one applies. */
export function rulesFor(
  rules: readonly CompiledRule[],
  { receiver, profile, hasEarlier = false }: Running,
): CompiledRule[] {
  const running = rules.filter(
    ({ rule: { authority, profiles, laterReportsOnly } }) =>
      (authority === STANDARD || authority === receiver) &&
      (hasEarlier || !laterReportsOnly) &&
      (profiles.length === 0 || (profile !== undefined && profiles.includes(profile))),
  );
  const replacingOf = Map.groupBy(
    running.flatMap((compiled) => compiled.rule.replaces.map((id) => ({ id, compiled }))),
    ({ id }) => id,
  );
  return running.flatMap((compiled) => {
    const replacing = (replacingOf.get(compiled.rule.id) ?? []).map((other) => other.compiled);
    if (replacing.some((other) => replacesAll(other, compiled))) return [];
    return [replacing.reduce(withoutThatOf, compiled)];
  });
}

/** Without a condition or with the same one; in other rows, where conditions of rows cannot be compared. */
const replacesAll = (other: CompiledRule, { rule, group }: CompiledRule): boolean =>
  other.rule.when === null || other.rule.when === rule.when || other.group !== group;

/** Forms are made once: a rule is known by its object. */
const forms = new WeakMap<CompiledRule, Map<CompiledRule, CompiledRule>>();

/** The rule where the other one does not apply. */
function withoutThatOf(compiled: CompiledRule, other: CompiledRule): CompiledRule {
  const known = forms.get(compiled) ?? new Map<CompiledRule, CompiledRule>();
  forms.set(compiled, known);
  const elsewhere = `!(${other.rule.when})`;
  const { rule } = compiled;
  const form = known.get(other) ?? {
    ...compiled,
    rule: { ...rule, when: rule.when === null ? elsewhere : `(${rule.when}) && ${elsewhere}` },
    dependencies: [...new Set([...compiled.dependencies, ...other.dependencies])],
    readings: [...compiled.readings, ...other.readings],
    applies: (scope: Scope) => compiled.applies(scope) && !other.applies(scope),
    run: (scope: Scope) => compiled.run(scope) || other.applies(scope),
    whole: compiled.whole ?? compiled,
  };
  known.set(other, form);
  return form;
}
