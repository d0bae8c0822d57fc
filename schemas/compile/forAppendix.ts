/** The catalogue as one region sees it. */
import { nameTable } from './nameTable.ts';
import type {
  Catalogue,
  CatalogueItem,
  CatalogueOverlay,
  CataloguePage,
  LayoutNode,
  Unseen,
} from './catalogue.types.ts';

import { filledReports } from './reports.ts';
import type { ItemOverlay } from './sources.types.ts';
import { unseenBy } from './unseen.ts';

/**
 * The same structure with the region's overlays applied and without items and groups of other regions, hidden items,
 * and their attachments. A region without an appendix file (including `ICH`) sees ICH alone.
 */
export function forAppendix(catalogue: Catalogue, appendix: string): Catalogue {
  const overlays = catalogue.overlays[appendix] ?? {};
  const pages = mapValues(catalogue.pages, (page) => overlaidPage(page, overlays));
  const belongsHere = notElsewhere(catalogue, appendix, pages, overlays);
  const items = visibleItems(catalogue.items, overlays, belongsHere);
  const layouts = mapValues(pages, ({ layout }) => pruned(layout, items));
  const drawn = new Set(Object.values(layouts).flatMap((layout) => groupsIn(layout)));
  const ofPage = new Set(Object.values(catalogue.pages).map(({ group }) => group));
  const groups = filterValues(catalogue.groups, ({ group }) => drawn.has(group) || ofPage.has(group));
  const seen: Catalogue = {
    ...catalogue,
    appendix,
    overlays: nameTable(),
    items,
    groups: mapValues(groups, (group) => ({
      ...group,
      ...overlaidHead(overlays[group.group]),
      summary: group.summary.filter((itemId) => items[itemId]),
    })),
    pages: mapValues(pages, (page): CataloguePage => ({ ...page, layout: layouts[page.page] ?? [] })),
    roles: filterValues(catalogue.roles, (itemId) => items[itemId] !== undefined),
    groupRoles: filterValues(catalogue.groupRoles, (group) => groups[group] !== undefined),
    reports: filledReports(catalogue.reports, items),
  };
  const unseen = unseenBy(seen, catalogue);
  return isNothing(unseen) ? seen : { ...seen, unseen };
}

const isNothing = ({ items, groups }: Unseen): boolean =>
  Object.keys(items).length + Object.keys(groups).length === 0;

type Overlays = Record<string, CatalogueOverlay>;

/** The page without sections and groups that the region hides, and with the region's labels. */
function overlaidPage(page: CataloguePage, overlays: Overlays): CataloguePage {
  const within = (layout: LayoutNode[]): LayoutNode[] =>
    layout.flatMap((node): LayoutNode[] => {
      if (node.type === 'item') return [node];
      const overlay = overlays[node.type === 'group' ? node.group : `${page.page}/${node.section}`];
      if (overlay?.hidden) return [];
      const content = within(node.content);
      return [node.type === 'group' ? { ...node, content } : { ...node, ...overlaidHead(overlay), content }];
    });
  return { ...page, layout: within(page.layout) };
}

/** Changes of an overlay to the label and condition of a section or group. */
const overlaidHead = ({ hidden: _hidden, coding: _coding, ...changes }: CatalogueOverlay = {}): ItemOverlay =>
  changes;

/** Selects the items of ICH or the region that are not in a section or group hidden by the region. */
function notElsewhere(
  catalogue: Catalogue,
  appendix: string,
  pages: Record<string, CataloguePage>,
  overlays: Overlays,
): (item: CatalogueItem) => boolean {
  const [before, after] = [itemsOfPages(catalogue.pages), itemsOfPages(pages)];
  return ({ itemId, appendix: owner, groups }) =>
    (owner === null || owner === appendix) &&
    before.has(itemId) === after.has(itemId) &&
    !groups.some((group) => overlays[group]?.hidden);
}

const itemsOfPages = (pages: Record<string, CataloguePage>): Set<string> =>
  new Set(Object.values(pages).flatMap(({ layout }) => itemsIn(layout)));

const itemsIn = (layout: LayoutNode[]): string[] =>
  layout.flatMap((node) => (node.type === 'item' ? [node.itemId] : itemsIn(node.content)));

function visibleItems(
  all: Record<string, CatalogueItem>,
  overlays: Overlays,
  belongsHere: (item: CatalogueItem) => boolean,
): Record<string, CatalogueItem> {
  const present = (itemId: string | null): boolean => {
    const item = itemId === null ? undefined : all[itemId];
    return item !== undefined && belongsHere(item) && !overlays[item.itemId]?.hidden && ownersPresent(item);
  };
  const ownersPresent = ({ unitOf, versionOf, textOf }: CatalogueItem) =>
    [unitOf, versionOf, textOf].every((owner) => owner === null || present(owner));
  const visible = filterValues(all, ({ itemId }) => present(itemId));
  const orNull = (itemId: string | null) => (present(itemId) ? itemId : null);
  return mapValues(visible, (whole) => {
    const item = overlaid(whole, overlays[whole.itemId] ?? {});
    return {
      ...item,
      unitItem: orNull(item.unitItem),
      versionItem: orNull(item.versionItem),
      textItem: orNull(item.textItem),
      coding: item.coding && { ...item.coding, texts: item.coding.texts.filter(present) },
    };
  });
}

/** An overlay replaces values; conformances (by authority) and report boxes are added. */
function overlaid(
  item: CatalogueItem,
  { hidden: _hidden, required, boxes = [], coding, ...changes }: CatalogueOverlay,
): CatalogueItem {
  return {
    ...item,
    ...changes,
    coding: item.coding && { ...item.coding, ...coding },
    // no overlay takes blinding away
    blinded: item.blinded,
    required: { ...item.required, ...required },
    boxes: [...new Set([...item.boxes, ...boxes])],
  };
}

/** The layout without hidden parts; empty sections and groups are removed too. */
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
  nameTable(Object.entries(all).filter(([, value]) => keep(value)));

const mapValues = <T, U>(all: Record<string, T>, change: (value: T) => U): Record<string, U> =>
  nameTable(Object.entries(all).map(([key, value]) => [key, change(value)]));
