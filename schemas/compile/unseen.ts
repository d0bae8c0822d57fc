/** What a region does not show, but what its conditions and computed items read all the same. */
import type { Catalogue, CatalogueItem, LayoutNode, Unseen } from './catalogue.types.ts';
import { nameTable } from './nameTable.ts';

/** Names in expressions of `seen` that exist only in the whole catalogue; a coincidental match is harmless. */
export function unseenBy(seen: Catalogue, whole: Catalogue): Unseen {
  const unseen: Unseen = { items: nameTable(), groups: nameTable() };
  const texts = expressionsOf(seen);
  const isNamed = (name: string): boolean => texts.some((text) => text.includes(name));
  const remaining = new Set(Object.values(whole.items).filter(({ itemId }) => !seen.items[itemId]));
  const add = (item: CatalogueItem): void => {
    remaining.delete(item);
    unseen.items[item.itemId] = item;
    // computed items among these read further ones
    if (item.computed !== null) texts.push(item.computed);
  };
  for (let named = 1; named > 0;) {
    const found = [...remaining].filter(({ itemId }) => isNamed(itemId));
    named = found.length;
    found.forEach(add);
  }
  const inside = new Set(Object.values(unseen.items).flatMap(({ groups }) => groups));
  for (const group of Object.values(whole.groups))
    if (isNamed(group.group)) for (const name of group.groups) inside.add(name);
  for (const name of inside) {
    const group = whole.groups[name];
    if (group && !seen.groups[name]) unseen.groups[name] = group;
  }
  return unseen;
}

const known = new WeakMap<Catalogue, Catalogue>();

/** The catalogue for a region's expressions: with the hidden parts that they read. */
export function forExpressions(seen: Catalogue): Catalogue {
  const { unseen } = seen;
  if (!unseen) return seen;
  const found = known.get(seen) ?? {
    ...seen,
    items: nameTable([...Object.entries(unseen.items), ...Object.entries(seen.items)]),
    groups: nameTable([...Object.entries(unseen.groups), ...Object.entries(seen.groups)]),
  };
  known.set(seen, found);
  return found;
}

function expressionsOf({ items, groups, pages }: Catalogue): string[] {
  const inLayout = (layout: readonly LayoutNode[]): (string | null)[] =>
    layout.flatMap((node) =>
      node.type === 'item'
        ? []
        : [node.type === 'section' ? node.visibleWhen : null, ...inLayout(node.content)],
    );
  return [
    ...Object.values(items).flatMap((item) => [
      item.visibleWhen,
      item.requiredWhen,
      item.readOnlyWhen,
      item.computed,
      item.calculated ?? null,
    ]),
    ...Object.values(groups).map(({ visibleWhen }) => visibleWhen),
    ...Object.values(pages).flatMap(({ layout }) => inLayout(layout)),
  ].filter((text) => text !== null);
}
