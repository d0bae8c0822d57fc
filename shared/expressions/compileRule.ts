/** A compiled rule. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { compileExpression } from './compileExpression.ts';
import type { Receiver } from '../rules/finding.types.ts';
import type { Reading } from './dependencies.ts';
import type { Rule, RuleSet } from './rules.types.ts';
import type { Scope } from './scope.ts';

export interface CompiledRule {
  rule: Rule;
  /** the item that its findings are attached to */
  item: CatalogueItem;
  /** the group once per row of which it runs; null: once */
  group: string | null;
  /** ids of the items it reads: its result can change only with them or the rows */
  dependencies: string[];
  readings: readonly Reading[];
  /** whether its condition holds. The scope must set a row of `group`. */
  applies(scope: Scope): boolean;
  /** true: no finding */
  run(scope: Scope): boolean;
  /** the rule everywhere, if this is its form for a receiver that replaces it in some cases */
  whole?: CompiledRule;
}

export interface CompiledRules {
  rules: CompiledRule[];
  /** by authority, in order: the first that holds is the receiver's profile */
  profiles: { authority: Receiver; profile: string; dependencies: string[]; holds(scope: Scope): boolean }[];
}

/** Compiles all rules against the catalogue of all regions. Throws, naming the rule, if one is invalid. */
export const compileRules = (catalogue: Catalogue, { rules, profiles }: RuleSet): CompiledRules => ({
  rules: rules.map((rule) => compileRule(rule, catalogue)),
  profiles: profiles.map(({ authority, profile, when }) => {
    const { dependencies, run } = compileExpression(when, catalogue, null, 'bool', profile);
    return { authority, profile, dependencies, holds: run };
  }),
});

/** Compiles one rule. Throws, naming it, if it refers to an unknown item or an expression is invalid. */
export function compileRule(rule: Rule, catalogue: Catalogue): CompiledRule {
  try {
    const [item] = rule.items.map((itemId) => knownItem(catalogue, itemId));
    if (!item) throw new Error('it names no item');
    const group = groupOfRule(rule.scope, item);
    const when = rule.when === null ? null : compileExpression(rule.when, catalogue, group, 'bool', rule.id);
    const check = compileExpression(rule.check, catalogue, group, 'bool', rule.id);
    const applies = (scope: Scope): boolean => when === null || when.run(scope);
    return {
      rule,
      item,
      group,
      dependencies: [...new Set([...(when?.dependencies ?? []), ...check.dependencies])],
      readings: [...(when?.readings ?? []), ...check.readings],
      applies,
      run: (scope) => !applies(scope) || check.run(scope),
    };
  } catch (cause) {
    throw new Error(`rule ${rule.id} cannot run: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/** The group once per row of which a rule runs: its `scope`, otherwise the group of its first item. */
export const groupOfRule = (scope: string | null | undefined, item: CatalogueItem): string | null =>
  scope === 'case' ? null : (scope ?? item.groups.at(-1) ?? null);

function knownItem(catalogue: Catalogue, itemId: string): CatalogueItem {
  const item = catalogue.items[itemId];
  if (!item) throw new Error(`there is no item ${itemId}`);
  return item;
}
