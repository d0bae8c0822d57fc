/** One attempt at a case: it is filled by chance, then findings are repaired until none is left. */
import { derivationsOf } from '../derived/derivations.ts';
import type { CompiledRule } from '../expressions/compileRule.ts';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseFinding, Check } from '../rules/check.types.ts';
import { liveFindings } from '../rules/liveFindings.ts';
import { caseSketch, type CaseSketch } from './caseSketch.ts';
import type { Chance } from './chance.ts';
import { fillByChance, writeGivenValues } from './fillByChance.ts';
import type { CaseWish, GeneratorWorld } from './generate.types.ts';
import { clearHidden, fillAlways, keepOneOwner, removeEmptyRows, type MessageLaws } from './messageLaws.ts';
import { possibleValues, type Language } from './possibleValues.ts';
import { breakRule, repairFinding } from './repairFinding.ts';
import type { Maker } from './satisfy.ts';
import { selectProfile, type ReceiverProfile } from './selectProfile.ts';

/** What is the same for all cases of a receiver and profile. */
export interface Setting {
  seen: Catalogue;
  /** null: the receiver has none */
  profile: ReceiverProfile | null;
  checks: readonly Check[];
  /** the rules of the receiver and profile, by id */
  rules: ReadonlyMap<string, CompiledRule>;
  laws: MessageLaws;
}

interface Attempt {
  sketch: CaseSketch;
  rounds: number;
  isDone: boolean;
  /** the fewest findings of any round, in which the rule to break failed; null: it never did */
  nearest: readonly CaseFinding[] | null;
}

const MAX_ROUNDS = 40;
/** From this round on, values of a rule are cleared where its repairs do not last. */
const LATE_ROUND = 8;

/** Fills a case of the setting and repairs it until it fulfils the wish, or the rounds are used up. */
export function attemptCase(
  world: GeneratorWorld,
  { seen, profile, checks, rules, laws }: Setting,
  wish: CaseWish & { language: Language },
  chance: Chance,
): Attempt {
  const { map } = world;
  const { catalogue, codeLists } = world.checks;
  const sketch = caseSketch(catalogue, chance);
  const maker: Maker = {
    sketch,
    values: possibleValues({ catalogue, codeLists, map }, wish.language, chance),
  };
  fillByChance(maker, { seen, map, receiver: wish.receiver, profile: profile?.profile });
  writeGivenValues(maker, wish.values ?? {});

  const live = liveFindings(catalogue, checks, sketch.reader);
  sketch.follow(live);
  const { clearing } = derivationsOf(catalogue);
  const ruleToBreak = wish.nearly === undefined ? undefined : rules.get(wish.nearly);
  const counted = (): readonly CaseFinding[] =>
    live.findings().filter(({ severity, ruleId }) => severity === 'error' || ruleId === wish.nearly);
  if (ruleToBreak) breakRule(maker, ruleToBreak);

  let nearest: Attempt['nearest'] = null;
  for (let rounds = 1; ; rounds += 1) {
    const changes = [
      selectProfile(maker, world, profile),
      fillAlways(maker, laws),
      keepOneOwner(sketch, laws),
      clearHidden(sketch, clearing),
      removeEmptyRows(sketch, laws),
    ];
    live.work();
    const findings = counted();
    const failures = findings.filter(({ ruleId }) => ruleId === wish.nearly);
    const others = findings.filter(({ ruleId }) => ruleId !== wish.nearly);
    const isDone =
      others.length === 0 && failures.length === (ruleToBreak ? 1 : 0) && !changes.includes(true);
    const hasFailed = !ruleToBreak || failures.length > 0;
    if (hasFailed && findings.length < (nearest?.length ?? Infinity)) nearest = findings;
    if (isDone || rounds === MAX_ROUNDS) return { sketch, rounds, isDone, nearest };
    // a rule that fails in several rows is repaired in all, and broken again in one
    const repairs = failures.length > 1 ? [...others, ...failures.slice(0, 1)] : others;
    for (const finding of repairs) repairFinding(maker, rules, finding, rounds > LATE_ROUND);
    if (ruleToBreak && failures.length !== 1) breakRule(maker, ruleToBreak);
  }
}
