/**
 * Explains why the form shows a case the way it does: the conditions, rules and authorities behind a finding or an
 * item.
 */
import type { Catalogue, CatalogueGroup, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { Conformance } from '../../schemas/compile/sources.types.ts';
import { rowPathOf, type ItemAddress } from '../case/itemAddress.ts';
import type { CaseReader } from '../expressions/caseReader.types.ts';
import { explain, type Explanation, type Input } from '../expressions/explain.ts';
import type { CompiledRule } from '../expressions/compileRule.ts';
import type { Rule } from '../expressions/rules.types.ts';
import { caseScope, rowScope, type Scope } from '../expressions/scope.ts';
import type { CheckWorld } from './caseFindings.ts';
import type { CaseFinding } from './check.types.ts';
import { sameQuestion } from './ruleChecks.ts';
import { outerScope, visibleConditions, type EvaluatedCondition } from './conditionsOf.ts';
import { ITEM_MISSING } from './findingCodes.ts';

type ConditionName = 'visibleWhen' | 'requiredWhen' | 'readOnlyWhen';

export type Reason =
  /** rules with equal expressions: they apply where `when` holds and report where `check` fails */
  | { kind: 'rule'; rules: readonly Rule[]; when: Explanation | null; check: Explanation }
  | { kind: 'condition'; name: ConditionName; of: EvaluatedCondition['of']; file: string; why: Explanation }
  /** `isEntered`: the value is shown beside the field, which keeps what is entered */
  | { kind: 'computed'; file: string; isEntered: boolean; value: Input; why: Explanation }
  /** the authority that sets the conformance */
  | { kind: 'conformance'; required: Conformance; file: string }
  /** valid values of the item; any other value is reported */
  | { kind: 'item'; item: CatalogueItem; file: string };

/** What is explained: the current case, and the catalogue of the region on screen. */
export interface ExplanationContext {
  world: CheckWorld;
  reader: CaseReader;
  seen: Catalogue;
}

/** Reasons of a finding. */
export function whyFinding(
  context: ExplanationContext,
  finding: Pick<CaseFinding, 'ruleId'> & ItemAddress & { ruleIds?: readonly string[] },
): Reason[] {
  const ids = finding.ruleIds ?? [finding.ruleId];
  const rules = context.world.rules.rules.filter(({ rule }) => ids.includes(rule.id));
  if (rules.length > 0)
    return [...Map.groupBy(rules, sameQuestion).values()].flatMap((same) =>
      ruleReason(context, same, finding),
    );
  const item = context.seen.items[finding.itemId] ?? context.world.catalogue.items[finding.itemId];
  if (!item) return [];
  if (finding.ruleId !== ITEM_MISSING) return [itemReason(context, item)];
  return requiredReasons(context, item, finding);
}

function ruleReason(
  context: ExplanationContext,
  same: readonly CompiledRule[],
  address: ItemAddress,
): Reason[] {
  const [first] = same;
  if (!first) return [];
  const { when, check } = first.rule;
  const scope = scopeAt(context, first.group, address);
  return [
    {
      kind: 'rule',
      rules: same.map(({ rule }) => rule),
      when: when === null ? null : explain(when, scope),
      check: explain(check, scope),
    },
  ];
}

/** Reasons for the state of an item: required, read-only, computed, visible. */
export function whyItem(context: ExplanationContext, address: ItemAddress): Reason[] {
  const item = context.seen.items[address.itemId];
  if (!item) return [];
  return [
    ...requiredReasons(context, item, address),
    ...conditionReasons(context, item, address, 'readOnlyWhen', item.readOnlyWhen),
    ...computedReasons(context, item, address),
    ...visibleReasons(context, item, address),
    itemReason(context, item),
  ];
}

function requiredReasons(context: ExplanationContext, item: CatalogueItem, address: ItemAddress): Reason[] {
  const conformance: Reason[] =
    Object.keys(item.required).length === 0
      ? []
      : [{ kind: 'conformance', required: item.required, file: fileOf(context, item, 'required') }];
  return [...conditionReasons(context, item, address, 'requiredWhen', item.requiredWhen), ...conformance];
}

/** The conditions that show or hide an item or a group, outermost first. */
function visibleReasons(
  context: ExplanationContext,
  of: CatalogueItem | CatalogueGroup,
  address: Omit<ItemAddress, 'itemId'>,
): Reason[] {
  const depth = 'itemId' in of ? of.groups.length : of.groups.length - 1;
  const innermost = of.groups[depth - 1] ?? null;
  const scope = scopeAt(context, innermost, address);
  return visibleConditions(context.seen, of).map((condition) => ({
    kind: 'condition',
    name: 'visibleWhen',
    of: condition.of,
    file: fileOf(context, of, 'visibleWhen'),
    why: explain(condition.expression, outerScope(scope, condition.group)),
  }));
}

function conditionReasons(
  context: ExplanationContext,
  item: CatalogueItem,
  address: ItemAddress,
  name: ConditionName,
  expression: string | null,
): Reason[] {
  if (expression === null) return [];
  const why = explain(expression, scopeAt(context, item.groups.at(-1) ?? null, address));
  return [{ kind: 'condition', name, of: { itemId: item.itemId }, file: fileOf(context, item, name), why }];
}

function computedReasons(context: ExplanationContext, item: CatalogueItem, address: ItemAddress): Reason[] {
  const expression = item.computed ?? item.calculated;
  if (expression === undefined) return [];
  const why = explain(expression, scopeAt(context, item.groups.at(-1) ?? null, address));
  const value = context.reader.item(item.itemId, rowPathOf(address, item.groups.length));
  return [
    {
      kind: 'computed',
      file: fileOf(context, item, item.computed === null ? 'calculated' : 'computed'),
      isEntered: item.computed === null,
      value: { address, said: value },
      why,
    },
  ];
}

const itemReason = (context: ExplanationContext, item: CatalogueItem): Reason => ({
  kind: 'item',
  item,
  file: fileOf(context, item, null),
});

/** The schema file that sets it: that of the region if it overrides the page. */
export function fileOf(
  { world: { catalogue }, seen: { appendix } }: ExplanationContext,
  of: CatalogueItem | CatalogueGroup,
  key: string | null,
): string {
  const overlay =
    appendix === null ? undefined : catalogue.overlays[appendix]?.['itemId' in of ? of.itemId : of.group];
  const value = overlay && (key === null ? Object.keys(overlay).length > 0 : key in overlay);
  const owner = value ? appendix : of.appendix;
  return owner === null ? `pages/${of.page}.page.json` : `appendices/${owner}.appendix.json`;
}

/** The scope of the row of an address; row number 0 is the case itself. */
function scopeAt(
  { world: { catalogue }, reader }: ExplanationContext,
  group: string | null,
  address: Omit<ItemAddress, 'itemId'>,
): Scope {
  const whole = caseScope(catalogue, reader);
  if (group === null) return whole;
  const path = rowPathOf(address, catalogue.groups[group]?.groups.length ?? 0);
  return rowScope(whole, group, path);
}
