/** A matrix of items and the artefacts they occur in, for display and export. */
import { forAppendix } from '../../schemas/compile/forAppendix.ts';
import type { Catalogue, CatalogueItem, LayoutNode } from '../../schemas/compile/catalogue.types.ts';
import type { SourceText } from '../../schemas/compile/sources.types.ts';
import { CSV_START, csvLine } from '../text/csv.ts';
import { sourceRules } from './sourceRules.ts';

/** Columns after item, label and page, in display order. */
export const COVERAGE_COLUMNS = [
  'form',
  'groups',
  'control',
  'values',
  'nullFlavors',
  'notation',
  'required',
  'conditions',
  'listColumn',
  'filter',
  'e2b',
  'rules',
  'boxes',
  'labels',
  'help',
  'story',
  'certainty',
] as const;
export type CoverageColumn = (typeof COVERAGE_COLUMNS)[number];

export interface CoverageRow {
  item: CatalogueItem;
  /** cell content; empty: the item does not occur in that artefact */
  cells: Record<CoverageColumn, string>;
}

const LANGUAGES = ['en', 'ko', 'ja', 'zh'] as const;
const CONDITIONS = ['visibleWhen', 'requiredWhen', 'readOnlyWhen', 'computed'] as const;

/** One row per visible item of the region, in display order. Pure. */
export function coverageOf(catalogue: Catalogue, appendix: string, sources: SourceText[]): CoverageRow[] {
  const region = forAppendix(catalogue, appendix);
  const rules = rulesByItem(sources);
  const drawn = new Set(Object.values(region.pages).flatMap(({ layout }) => itemsIn(layout)));
  return Object.values(region.items)
    .toSorted((a, b) => a.sort - b.sort)
    .map((item) => ({ item, cells: cellsOf(item, region, drawn, rules.get(item.itemId) ?? []) }));
}

function cellsOf(
  item: CatalogueItem,
  region: Catalogue,
  drawn: ReadonlySet<string>,
  rules: string[],
): CoverageRow['cells'] {
  const owner = item.unitOf ?? item.versionOf ?? item.textOf;
  const isDrawn = drawn.has(item.itemId) && region.pages[item.page]?.kind !== 'custom';
  const form = isDrawn ? item.page : owner === null ? '' : `${item.page} (${owner})`;
  return {
    form,
    groups: item.groups.join(' > '),
    control: item.control,
    values: item.codeList ?? item.dictionary ?? '',
    nullFlavors: item.nullFlavors.join(' '),
    notation: item.notation ? 'yes' : '',
    required: Object.entries(item.required)
      .map(([authority, mark]) => `${authority} ${mark}`)
      .join(', '),
    conditions: CONDITIONS.filter((key) => item[key] !== null).join(' '),
    listColumn: item.list.column ? 'yes' : '',
    filter: item.list.column ? item.list.filterType : '',
    e2b: item.e2b.map(({ in: container, at }) => `${container} ${at}`).join('; '),
    rules: rules.join(' '),
    boxes: item.boxes.join(' '),
    labels: LANGUAGES.filter((language) => item.label[language]).join(' '),
    help: item.help === null ? '' : LANGUAGES.filter((language) => item.help?.[language]).join(' '),
    // stories are generated from the catalogue for everything that a form draws
    story: form === '' ? '' : 'yes',
    certainty: item.certainty === 'sure' ? '' : item.certainty,
  };
}

/** Ids of the rules that read or report an item. */
function rulesByItem(sources: SourceText[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { rules } of sourceRules(sources))
    for (const { id, items } of rules)
      for (const itemId of items) found.set(itemId, [...(found.get(itemId) ?? []), id]);
  return found;
}

const itemsIn = (layout: readonly LayoutNode[]): string[] =>
  layout.flatMap((node) => (node.type === 'item' ? [node.itemId] : itemsIn(node.content)));

/** The rows as comma-separated values for spreadsheets. */
export const toCsv = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  CSV_START + [head, ...rows].map((cells) => csvLine(cells, 'texts')).join('');
