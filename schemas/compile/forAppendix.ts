/** The catalogue as one region sees it. */
import type { Catalogue, CatalogueItem, CataloguePage, LayoutNode } from './catalogue.types.ts';
import type { ItemOverlay } from './sources.types.ts';

/**
 * The same shape with the region's overlays applied and what it does not show left out: items and groups of other
 * regions, hidden items, and what is attached to them. A region without an appendix file (`ICH`, too) sees ICH alone.
 */
export function forAppendix(catalogue: Catalogue, appendix: string): Catalogue {
  const overlays = catalogue.overlays[appendix] ?? {};
  const isHere = ({ appendix: owner }: { appendix: string | null }) => owner === null || owner === appendix;
  const items = shownItems(catalogue.items, overlays, isHere);
  const layouts = mapValues(catalogue.pages, ({ layout }) => pruned(layout, items));
  const drawn = new Set(Object.values(layouts).flatMap((layout) => groupsIn(layout)));
  const ofPage = new Set(Object.values(catalogue.pages).map(({ group }) => group));
  const groups = filterValues(catalogue.groups, ({ group }) => drawn.has(group) || ofPage.has(group));
  return {
    ...catalogue,
    appendix,
    overlays: {},
    items,
    groups: mapValues(groups, (group) => ({
      ...group,
      summary: group.summary.filter((itemId) => items[itemId]),
    })),
    pages: mapValues(catalogue.pages, (page): CataloguePage => ({
      ...page,
      layout: layouts[page.page] ?? [],
    })),
    roles: filterValues(catalogue.roles, (itemId) => items[itemId] !== undefined),
    groupRoles: filterValues(catalogue.groupRoles, (group) => groups[group] !== undefined),
  };
}

function shownItems(
  all: Record<string, CatalogueItem>,
  overlays: Record<string, ItemOverlay>,
  isHere: (item: CatalogueItem) => boolean,
): Record<string, CatalogueItem> {
  const present = (itemId: string | null): boolean => {
    const item = itemId === null ? undefined : all[itemId];
    return item !== undefined && isHere(item) && !overlays[item.itemId]?.hidden && ownersPresent(item);
  };
  const ownersPresent = ({ unitOf, versionOf, textOf }: CatalogueItem) =>
    [unitOf, versionOf, textOf].every((owner) => owner === null || present(owner));
  const shown = filterValues(all, ({ itemId }) => present(itemId));
  const orNull = (itemId: string | null) => (present(itemId) ? itemId : null);
  return mapValues(shown, (item) => ({
    ...overlaid(item, overlays[item.itemId] ?? {}),
    unitItem: orNull(item.unitItem),
    versionItem: orNull(item.versionItem),
    textItem: orNull(item.textItem),
  }));
}

/** An overlay replaces what it names; conformances are told apart by authority and add up. */
function overlaid(
  item: CatalogueItem,
  { hidden: _hidden, required, ...changes }: ItemOverlay,
): CatalogueItem {
  return { ...item, ...changes, required: { ...item.required, ...required } };
}

/** The layout without what is not shown; a section or group left empty goes too. */
function pruned(layout: LayoutNode[], items: Record<string, CatalogueItem>): LayoutNode[] {
  return layout.flatMap((node): LayoutNode[] => {
    if (node.type === 'item') return items[node.itemId] ? [node] : [];
    const content = pruned(node.content, items);
    return content.length > 0 ? [{ ...node, content }] : [];
  });
}

const groupsIn = (layout: LayoutNode[]): string[] =>
  layout.flatMap((node) => {
    if (node.type === 'item') return [];
    return node.type === 'group' ? [node.group, ...groupsIn(node.content)] : groupsIn(node.content);
  });

const filterValues = <T>(all: Record<string, T>, keep: (value: T) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => keep(value)));

const mapValues = <T, U>(all: Record<string, T>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(all).map(([key, value]) => [key, change(value)]));
