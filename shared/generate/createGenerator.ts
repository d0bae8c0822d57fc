/**
 * Generates cases from a catalogue and its rules: valid ones, nearly valid ones with exactly one finding, and ones with wanted
 * values. The same wish gives the same case.
 */
import { forAppendix } from '../../schemas/compile/forAppendix.ts';
import { withComputed } from '../derived/wholeCase.ts';
import { checksFor } from '../rules/caseFindings.ts';
import { receiversOf } from '../rules/receivers.ts';
import { rulesFor } from '../rules/ruleChecks.ts';
import { attemptCase, type Setting } from './attemptCase.ts';
import { chanceFrom } from './chance.ts';
import {
  NoSuchCase,
  UnknownInWish,
  type CaseWish,
  type GeneratedCase,
  type GeneratorWorld,
} from './generate.types.ts';
import { messageLaws } from './messageLaws.ts';
import { LANGUAGES } from './possibleValues.ts';
import { renumbered } from './renumbered.ts';
import type { CaseFinding } from '../rules/check.types.ts';

const MAX_ATTEMPTS = 12;

/** Returns the function that makes cases. It throws `NoSuchCase` and `UnknownInWish`. */
export function createGenerator(world: GeneratorWorld): (wish: CaseWish) => GeneratedCase {
  const { catalogue } = world.checks;
  const known = new Map<string, readonly Setting[]>();

  return (wish) => {
    const settings = known.get(wish.receiver) ?? settingsOf(world, wish.receiver);
    known.set(wish.receiver, settings);
    const possible = settingsFor(wish, settings);
    let nearest: readonly CaseFinding[] | null = null;
    for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
      const chance = chanceFrom(wish.seed * MAX_ATTEMPTS + attempts);
      const language = wish.language ?? chance.pick(LANGUAGES);
      const setting = chance.pick(possible);
      const made = attemptCase(world, setting, { ...wish, language }, chance);
      if (!nearest || (made.nearest && made.nearest.length < nearest.length)) nearest = made.nearest;
      if (!made.isDone) continue;
      const content = withComputed(catalogue, renumbered(catalogue, made.sketch.content()));
      return { content, language, profile: setting.profile?.profile, attempts, rounds: made.rounds };
    }
    throw new NoSuchCase(wish, nearest);
  };
}

/** Those of the wanted profile that have the wanted rule. */
function settingsFor({ receiver, profile, nearly }: CaseWish, settings: readonly Setting[]): Setting[] {
  const ofProfile = settings.filter((one) => profile === undefined || one.profile?.profile === profile);
  if (ofProfile.length === 0) {
    const names = settings.flatMap((one) => one.profile?.profile ?? []);
    throw new UnknownInWish(
      `There is no profile ${profile ?? ''} of ${receiver}; ${names.length > 0 ? `it is one of ${names.join(', ')}` : 'it has none'}.`,
    );
  }
  const found = ofProfile.filter(({ rules }) => nearly === undefined || rules.has(nearly));
  if (found.length > 0) return found;
  throw new UnknownInWish(
    `${receiver} has no rule ${nearly ?? ''}. Name one of its rules; a rule of ICH that it replaces by its own does not run for it.`,
  );
}

/** One setting for each profile of the receiver; one without a profile if it has none. */
function settingsOf({ checks: world, ruleSet, map }: GeneratorWorld, receiver: string): Setting[] {
  const found = receiversOf(world.catalogue).find((one) => one.receiver === receiver);
  if (!found) {
    const names = receiversOf(world.catalogue).map((one) => one.receiver);
    throw new UnknownInWish(`There is no receiver ${receiver}; it is one of ${names.join(', ')}.`);
  }
  const seen = forAppendix(world.catalogue, found.appendix);
  const laws = messageLaws(world.catalogue, map, seen);
  const profiles = ruleSet.profiles.filter(({ authority }) => authority === receiver);
  return (profiles.length > 0 ? profiles : [null]).map((profile): Setting => {
    const recipient = { receiver, profile: profile?.profile, catalogue: seen };
    return {
      seen,
      laws,
      profile,
      checks: checksFor(world, [recipient], { now: NOW }),
      rules: new Map(rulesFor(world.rules.rules, recipient).map((one) => [one.rule.id, one])),
    };
  });
}

/** Only what is later than this is in the future; every generated date is earlier. */
const NOW = new Date('2025-01-01T00:00:00Z');
