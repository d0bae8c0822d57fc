/** What a region adds to ICH and changes in it, from the compiled catalogues and the rules of the sources. */
import { forAppendix } from '../../schemas/compile/forAppendix.ts';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { ItemOverlay, SourceText } from '../../schemas/compile/sources.types.ts';
import { sourceRules } from './sourceRules.ts';

interface AddedItem {
  item: CatalogueItem;
  /** the region's own repeating groups around it */
  ownGroups: string[];
}

interface ChangedProperty {
  itemId: string;
  property: string;
  before: unknown;
  after: unknown;
}

export interface OverlayDifference {
  /** the region's own items, by page in the order of the tabs */
  added: { page: string; items: AddedItem[] }[];
  addedGroups: string[];
  changed: ChangedProperty[];
  /** items of ICH that the region hides */
  hidden: CatalogueItem[];
  /** headings of sections and groups that the region renames or hides, by their key in `overlays` */
  heads: { name: string; overlay: ItemOverlay }[];
  rules: { id: string; severity: string; items: string[]; source: string; file: string }[];
}

/** The difference between ICH alone and ICH as the region sees it. Pure. */
export function overlayDifference(
  catalogue: Catalogue,
  appendix: string,
  sources: SourceText[],
): OverlayDifference {
  const base = forAppendix(catalogue, 'ICH');
  const region = forAppendix(catalogue, appendix);
  const overlays = catalogue.overlays[appendix] ?? {};
  const isOwn = ({ appendix: owner }: { appendix: string | null }) => owner === appendix;
  const own = Object.values(region.items)
    .filter(isOwn)
    .map((item) => ({
      item,
      ownGroups: item.groups.filter((group) => catalogue.groups[group]?.appendix === appendix),
    }));
  return {
    added: catalogue.pageOrder
      .map((page) => ({ page, items: own.filter(({ item }) => item.page === page) }))
      .filter(({ items }) => items.length > 0),
    addedGroups: Object.values(region.groups)
      .filter(isOwn)
      .map(({ group }) => group),
    changed: Object.values(base.items).flatMap((before) => {
      const after = region.items[before.itemId];
      return after ? changedProperties(before, after) : [];
    }),
    hidden: Object.values(base.items).filter(({ itemId }) => !region.items[itemId]),
    heads: Object.entries(overlays)
      .filter(([name]) => !catalogue.items[name])
      .map(([name, overlay]) => ({ name, overlay })),
    rules: rulesOf(catalogue, appendix, sources),
  };
}

function changedProperties(before: CatalogueItem, after: CatalogueItem): ChangedProperty[] {
  const keys = Object.keys(after) as (keyof CatalogueItem)[];
  return keys
    .filter((property) => JSON.stringify(before[property]) !== JSON.stringify(after[property]))
    .map((property) => ({
      itemId: before.itemId,
      property,
      before: before[property],
      after: after[property],
    }));
}

function rulesOf(catalogue: Catalogue, appendix: string, sources: SourceText[]): OverlayDifference['rules'] {
  const authority = catalogue.appendices.find((known) => known.appendix === appendix)?.authority;
  return sourceRules(sources)
    .filter((found) => found.authority === authority)
    .flatMap(({ file, rules }) =>
      rules.map(({ id, severity, items, source }) => ({ id, severity, items, source, file })),
    );
}
