/** Why a case is as the form shows it: the conditions, rules and authorities behind a finding or an item. */
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
import { outerScope, visibleConditions, type StandingCondition } from './conditionsOf.ts';

type ConditionName = 'visibleWhen' | 'requiredWhen' | 'readOnlyWhen';

export type Reason =
  /** rules that ask the same run where `when` holds, and find fault where `check` does not */
  | { kind: 'rule'; rules: readonly Rule[]; when: Explanation | null; check: Explanation }
  | { kind: 'condition'; name: ConditionName; of: StandingCondition['of']; file: string; why: Explanation }
  | { kind: 'computed'; file: string; value: Input; why: Explanation }
  /** who says how binding the item is */
  | { kind: 'conformance'; required: Conformance; file: string }
  /** what the item takes; a value that is none of it is found fault with */
  | { kind: 'item'; item: CatalogueItem; file: string };

/** What is asked about: the case as it stands, and the catalogue of the region on the screen. */
export interface Asked {
  world: CheckWorld;
  reader: CaseReader;
  seen: Catalogue;
}

/** Why a finding is one. */
export function whyFinding(
  asked: Asked,
  finding: Pick<CaseFinding, 'ruleId'> & ItemAddress & { ruleIds?: readonly string[] },
): Reason[] {
  const ids = finding.ruleIds ?? [finding.ruleId];
  const rules = asked.world.rules.rules.filter(({ rule }) => ids.includes(rule.id));
  if (rules.length > 0)
    return [...Map.groupBy(rules, sameQuestion).values()].flatMap((same) => ruleReason(asked, same, finding));
  const item = asked.seen.items[finding.itemId] ?? asked.world.catalogue.items[finding.itemId];
  if (!item) return [];
  if (finding.ruleId !== 'item.missing') return [itemReason(asked, item)];
  return requiredReasons(asked, item, finding);
}

function ruleReason(asked: Asked, same: readonly CompiledRule[], address: ItemAddress): Reason[] {
  const [first] = same;
  if (!first) return [];
  const { when, check } = first.rule;
  const scope = scopeAt(asked, first.group, address);
  return [
    {
      kind: 'rule',
      rules: same.map(({ rule }) => rule),
      when: when === null ? null : explain(when, scope),
      check: explain(check, scope),
    },
  ];
}

/** Why an item is as it is: required, read-only, computed, shown. */
export function whyItem(asked: Asked, address: ItemAddress): Reason[] {
  const item = asked.seen.items[address.itemId];
  if (!item) return [];
  return [
    ...requiredReasons(asked, item, address),
    ...conditionReasons(asked, item, address, 'readOnlyWhen', item.readOnlyWhen),
    ...computedReasons(asked, item, address),
    ...visibleReasons(asked, item, address),
    itemReason(asked, item),
  ];
}

function requiredReasons(asked: Asked, item: CatalogueItem, address: ItemAddress): Reason[] {
  const conformance: Reason[] =
    Object.keys(item.required).length === 0
      ? []
      : [{ kind: 'conformance', required: item.required, file: fileOf(asked, item, 'required') }];
  return [...conditionReasons(asked, item, address, 'requiredWhen', item.requiredWhen), ...conformance];
}

/** The conditions that show or hide an item or a group, outermost first. */
function visibleReasons(
  asked: Asked,
  of: CatalogueItem | CatalogueGroup,
  address: Omit<ItemAddress, 'itemId'>,
): Reason[] {
  const depth = 'itemId' in of ? of.groups.length : of.groups.length - 1;
  const innermost = of.groups[depth - 1] ?? null;
  const scope = scopeAt(asked, innermost, address);
  return visibleConditions(asked.seen, of).map((condition) => ({
    kind: 'condition',
    name: 'visibleWhen',
    of: condition.of,
    file: fileOf(asked, of, 'visibleWhen'),
    why: explain(condition.expression, outerScope(scope, condition.group)),
  }));
}

function conditionReasons(
  asked: Asked,
  item: CatalogueItem,
  address: ItemAddress,
  name: ConditionName,
  expression: string | null,
): Reason[] {
  if (expression === null) return [];
  const why = explain(expression, scopeAt(asked, item.groups.at(-1) ?? null, address));
  return [{ kind: 'condition', name, of: { itemId: item.itemId }, file: fileOf(asked, item, name), why }];
}

function computedReasons(asked: Asked, item: CatalogueItem, address: ItemAddress): Reason[] {
  if (item.computed === null) return [];
  const why = explain(item.computed, scopeAt(asked, item.groups.at(-1) ?? null, address));
  const said = asked.reader.item(item.itemId, rowPathOf(address, item.groups.length));
  return [{ kind: 'computed', file: fileOf(asked, item, 'computed'), value: { address, said }, why }];
}

const itemReason = (asked: Asked, item: CatalogueItem): Reason => ({
  kind: 'item',
  item,
  file: fileOf(asked, item, null),
});

/** The schema file that says it: that of the region where it says otherwise than the page. */
export function fileOf(
  { world: { catalogue }, seen: { appendix } }: Asked,
  of: CatalogueItem | CatalogueGroup,
  key: string | null,
): string {
  const overlay =
    appendix === null ? undefined : catalogue.overlays[appendix]?.['itemId' in of ? of.itemId : of.group];
  const said = overlay && (key === null ? Object.keys(overlay).length > 0 : key in overlay);
  const owner = said ? appendix : of.appendix;
  return owner === null ? `pages/${of.page}.page.json` : `appendices/${owner}.appendix.json`;
}

/** The scope of the row that an address stands in; row number 0 is the case around it. */
function scopeAt(
  { world: { catalogue }, reader }: Asked,
  group: string | null,
  address: Omit<ItemAddress, 'itemId'>,
): Scope {
  const whole = caseScope(catalogue, reader);
  if (group === null) return whole;
  const path = rowPathOf(address, catalogue.groups[group]?.groups.length ?? 0);
  return rowScope(whole, group, path);
}
