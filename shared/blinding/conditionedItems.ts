/** The conditions under which parts of pages are visible, with the items that they govern. */
import type { Catalogue, CatalogueItem, LayoutNode } from '../../schemas/compile/catalogue.types.ts';
import type { ItemOverlay } from '../../schemas/compile/sources.types.ts';

interface GoverningCondition {
  expression: string;
  /** the group in whose rows it is evaluated; null: in the case */
  group: string | null;
  /** items that it can hide: its own, or all inside its section or group, with their attached items */
  items: readonly string[];
}

type Conditions = {
  readonly [Key in 'visibleWhen' | 'requiredWhen' | 'readOnlyWhen']?: ItemOverlay[Key] | null;
};

/** The conditions of items, groups and sections in all regions. */
export function conditionedItems(catalogue: Catalogue): GoverningCondition[] {
  const attached = Map.groupBy(Object.values(catalogue.items), ownerOf);
  const found: GoverningCondition[] = [];
  const add = (name: string, declared: string | null, group: string | null, items: readonly string[]) => {
    for (const { visibleWhen } of withOverlays(catalogue, name, { visibleWhen: declared }))
      if (visibleWhen) found.push({ expression: visibleWhen, group, items });
  };
  const visit = (node: LayoutNode, page: string, group: string | null): string[] => {
    if (node.type === 'item') {
      const items = [node.itemId, ...(attached.get(node.itemId) ?? []).map(({ itemId }) => itemId)];
      add(node.itemId, catalogue.items[node.itemId]?.visibleWhen ?? null, group, items);
      return items;
    }
    const inside = node.type === 'group' ? node.group : group;
    const items = node.content.flatMap((child) => visit(child, page, inside));
    if (node.type === 'section') add(`${page}/${node.section}`, node.visibleWhen, group, items);
    else add(node.group, catalogue.groups[node.group]?.visibleWhen ?? null, group, items);
    return items;
  };
  for (const { page, group, layout } of Object.values(catalogue.pages)) {
    const items = layout.flatMap((node) => visit(node, page, group));
    if (group !== null) add(group, catalogue.groups[group]?.visibleWhen ?? null, null, items);
  }
  // attached items are not in the layout, and may have conditions of their own
  for (const item of Object.values(catalogue.items))
    if (ownerOf(item) !== null) add(item.itemId, item.visibleWhen, item.groups.at(-1) ?? null, [item.itemId]);
  return found;
}

const ownerOf = ({ unitOf, versionOf, textOf }: CatalogueItem): string | null =>
  unitOf ?? versionOf ?? textOf;

/** Conditions of an item or part as declared, then as the overlay of each region has them. */
export const withOverlays = ({ overlays }: Catalogue, name: string, declared: Conditions): Conditions[] => [
  declared,
  ...Object.values(overlays).flatMap((overlay) => overlay[name] ?? []),
];
