/** When an item or group is hidden, and when an item is required: its own conditions and those of its ancestors. */
import type {
  Catalogue,
  CatalogueGroup,
  CatalogueItem,
  LayoutNode,
} from '../../schemas/compile/catalogue.types.ts';
import { compileExpression } from '../expressions/compileExpression.ts';
import type { Reading } from '../expressions/dependencies.ts';
import { caseScope, rowScope } from '../expressions/scope.ts';
import type { Scope } from '../expressions/scope.ts';

/** A condition from the sources: what it governs, and the group once per row of which it is evaluated. */
export interface EvaluatedCondition {
  of: { itemId: string } | { section: string; page: string } | { group: string };
  expression: string;
  group: string | null;
}

export interface Conditions {
  readings: readonly Reading[];
  isHidden(scope: Scope): boolean;
  isRequired(scope: Scope): boolean;
}

/** Compiled against `whole`; `seen` is the catalogue of the region, whose overlays change conditions. */
export function conditionsOf(
  whole: Catalogue,
  seen: Catalogue,
  of: CatalogueItem | CatalogueGroup,
): Conditions {
  const compiled = ({ of: owner, expression, group }: EvaluatedCondition) => ({
    group,
    ...compileExpression(expression, whole, group, 'bool', nameOf(owner)),
  });
  const visible = visibleConditions(seen, of).map(compiled);
  const required =
    'itemId' in of && of.requiredWhen !== null
      ? compiled({ of, expression: of.requiredWhen, group: of.groups.at(-1) ?? null })
      : null;
  const own = ('itemId' in of ? of.groups.at(-1) : of.groups.at(-2)) ?? null;
  const holds = ({ group, run }: ReturnType<typeof compiled>, scope: Scope) =>
    run(group === own ? scope : outerScope(scope, group));
  return {
    readings: [...visible, ...(required ? [required] : [])].flatMap(({ readings }) => readings),
    isHidden: (scope) => visible.some((condition) => !holds(condition, scope)),
    isRequired: (scope) => required !== null && holds(required, scope),
  };
}

const nameOf = (owner: EvaluatedCondition['of']): string =>
  'itemId' in owner ? owner.itemId : 'section' in owner ? `${owner.page}/${owner.section}` : owner.group;

/** The conditions that must all hold for it to be visible, outermost first. */
export function visibleConditions(
  seen: Catalogue,
  of: CatalogueItem | CatalogueGroup,
): readonly EvaluatedCondition[] {
  if (!('itemId' in of)) return around(seen).get(`group ${of.group}`) ?? [];
  const host = seen.items[of.unitOf ?? of.versionOf ?? of.textOf ?? ''];
  const own: EvaluatedCondition[] =
    of.visibleWhen === null
      ? []
      : [{ of: { itemId: of.itemId }, expression: of.visibleWhen, group: of.groups.at(-1) ?? null }];
  return host ? [...visibleConditions(seen, host), ...own] : (around(seen).get(`item ${of.itemId}`) ?? []);
}

/** Whether a page has conditions that can hide part of it. */
export const hidesParts = (seen: Catalogue, page: string): boolean =>
  Object.values(seen.items).some((item) => item.page === page && visibleConditions(seen, item).length > 0);

/** The scope of the enclosing row, so that row functions have the same meaning as at the declaration. */
export function outerScope(scope: Scope, group: string | null): Scope {
  const path = group === null ? undefined : scope.at.get(group);
  const whole = caseScope(scope.catalogue, scope.reader);
  return group === null || path === undefined ? whole : rowScope(whole, group, path);
}

const known = new WeakMap<Catalogue, Map<string, readonly EvaluatedCondition[]>>();

/** By item and group of the layout. */
function around(seen: Catalogue): Map<string, readonly EvaluatedCondition[]> {
  const found = known.get(seen) ?? new Map<string, readonly EvaluatedCondition[]>();
  if (known.has(seen)) return found;
  known.set(seen, found);
  const visit = (
    node: LayoutNode,
    page: string,
    group: string | null,
    outer: readonly EvaluatedCondition[],
  ) => {
    const of =
      node.type === 'item'
        ? { itemId: node.itemId }
        : node.type === 'group'
          ? { group: node.group }
          : { section: node.section, page };
    const expression =
      node.type === 'item'
        ? seen.items[node.itemId]?.visibleWhen
        : node.type === 'group'
          ? seen.groups[node.group]?.visibleWhen
          : node.visibleWhen;
    const all = expression ? [...outer, { of, expression, group }] : outer;
    if (node.type === 'item') found.set(`item ${node.itemId}`, all);
    if (node.type === 'group') found.set(`group ${node.group}`, all);
    if (node.type === 'item') return;
    for (const child of node.content) visit(child, page, node.type === 'group' ? node.group : group, all);
  };
  for (const { page, group, layout } of Object.values(seen.pages))
    for (const node of layout) visit(node, page, group, []);
  return found;
}
