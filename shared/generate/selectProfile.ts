/** The profile of the receiver follows from the envelope of a case: the first one whose condition holds. */
import { parseExpression } from '../expressions/parseExpression.ts';
import type { RuleSet } from '../expressions/rules.types.ts';
import { caseScope } from '../expressions/scope.ts';
import { profileOfCase } from '../rules/receivers.ts';
import type { GeneratorWorld } from './generate.types.ts';
import { satisfy, type Maker } from './satisfy.ts';

export type ReceiverProfile = RuleSet['profiles'][number];

/** Changes the case until it has the profile. Returns whether it changed anything; null: the receiver has no profiles. */
export function selectProfile(
  maker: Maker,
  { checks, ruleSet }: GeneratorWorld,
  target: ReceiverProfile | null,
): boolean {
  if (target === null) return false;
  const { authority, profile } = target;
  const whole = caseScope(maker.sketch.catalogue, maker.sketch.reader);
  if (profileOfCase(checks.rules, whole, authority) === profile) return false;
  const ofReceiver = ruleSet.profiles.filter((one) => one.authority === authority);
  for (const other of ofReceiver.slice(0, ofReceiver.indexOf(target)))
    satisfy(maker, parseExpression(other.when).ast, false, whole);
  satisfy(maker, parseExpression(target.when).ast, true, whole);
  return true;
}
