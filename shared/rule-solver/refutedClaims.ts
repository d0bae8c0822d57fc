/** Whether cases refute claims about rules: valid cases, and these with values of the rules' items changed by chance. */
import type { CaseContent } from '../case/caseContent.ts';
import { addressAt, addressKey } from '../case/itemAddress.ts';
import { caseReader } from '../expressions/caseReader.ts';
import type { CompiledRule, CompiledRules } from '../expressions/compileRule.ts';
import { caseScope, scopesOf, type Scope } from '../expressions/scope.ts';
import { chanceFrom, type Chance } from '../generate/chance.ts';
import { createGenerator } from '../generate/createGenerator.ts';
import type { GeneratorWorld } from '../generate/generate.types.ts';
import { possibleValues } from '../generate/possibleValues.ts';
import { profileOfCase } from '../rules/receivers.ts';
import { rulesFor } from '../rules/ruleChecks.ts';
import type { Claim } from './claims.types.ts';

/** How many of a hundred values are changed, and how many of these are taken away. */
const CHANGED = 35;
const TAKEN = 30;
/** Cases that are made of one valid one, which takes as long as to check many. */
const VARIANTS = 20;

export interface Claimed {
  rules: CompiledRules;
  receiver: string;
  claims: readonly Claim[];
}

export interface Refuted {
  claim: Claim;
  seed: number;
  content: CaseContent;
}

/** The claims that one of so many valid or changed cases refutes, each with the first such case. */
export function refutedClaims(
  world: GeneratorWorld,
  { rules, receiver, claims }: Claimed,
  cases: number,
): Refuted[] {
  const { catalogue } = world.checks;
  const generate = createGenerator(world);
  const named = new Set(claims.flatMap(({ rule, others }) => [rule, ...others]));
  const items = rules.rules.flatMap(({ rule, dependencies }) => (named.has(rule.id) ? dependencies : []));
  const refuted = new Map<Claim, Refuted>();
  for (let seed = 1, left = cases; left > 0; seed += 1) {
    const { content: valid } = generate({ seed, receiver });
    for (let variant = 0; variant < VARIANTS && left > 0; variant += 1, left -= 1) {
      const content =
        variant === 0 ? valid : changed(world, items, valid, chanceFrom(seed * VARIANTS + variant));
      const whole = caseScope(catalogue, caseReader(catalogue, content));
      const profile = profileOfCase(rules, whole, receiver);
      const running = new Map(
        rulesFor(rules.rules, { receiver, profile }).map((compiled) => [compiled.rule.id, compiled]),
      );
      for (const claim of claims)
        if (!refuted.has(claim) && isRefuted(claim, running, whole))
          refuted.set(claim, { claim, seed, content });
    }
  }
  return [...refuted.values()];
}

/** The case with some values of the items taken away and others written or changed; its rows stay. */
function changed(
  { checks: { catalogue, codeLists }, map }: GeneratorWorld,
  items: readonly string[],
  { values, rows }: CaseContent,
  chance: Chance,
): CaseContent {
  const possible = possibleValues({ catalogue, codeLists, map }, 'en', chance);
  const reader = caseReader(catalogue, { values, rows });
  const byAddress = new Map(values.map((value) => [addressKey(value), value]));
  for (const itemId of new Set(items)) {
    const group = catalogue.items[itemId]?.groups.at(-1);
    for (const path of group === undefined ? [[]] : reader.rows(group, [])) {
      if (!chance.percent(CHANGED)) continue;
      const address = addressAt(itemId, path);
      const value = chance.percent(TAKEN) ? null : possible.any(itemId);
      if (value) byAddress.set(addressKey(address), { ...address, ...value });
      else byAddress.delete(addressKey(address));
    }
  }
  return { values: [...byAddress.values()], rows };
}

function isRefuted(
  { kind, rule, others }: Claim,
  running: ReadonlyMap<string, CompiledRule>,
  whole: Scope,
): boolean {
  const compiled = running.get(rule);
  if (!compiled) return false;
  const scopes = scopesOf(whole, compiled.group);
  const fires = (scope: Scope): boolean => !compiled.run(scope);
  const haveFinding = others
    .flatMap((id) => running.get(id) ?? [])
    .some(({ group, run }) => scopesOf(whole, group).some((scope) => !run(scope)));
  switch (kind) {
    case 'neverApplies':
      return scopes.some(compiled.applies);
    case 'neverFires':
      return scopes.some(fires);
    case 'alwaysFires':
      return scopes.some((scope) => compiled.applies(scope) && !fires(scope));
    case 'firesWith':
      return scopes.some(fires) && !haveFinding;
    case 'neverMet':
      return scopes.some(compiled.applies) && !scopes.some(fires) && !haveFinding;
    case 'contradicts': {
      const other = running.get(others[0] ?? '');
      // which rows of different groups belong together is not decided here
      if (!other || other.group !== compiled.group) return false;
      return scopes.some(
        (scope) => compiled.applies(scope) && other.applies(scope) && !fires(scope) && other.run(scope),
      );
    }
  }
}
