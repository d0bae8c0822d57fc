/** `docs/dictionaries.md`: for each dictionary the items that open its look-up, and where they stand in the message. */
import { join } from 'node:path';
import { compileCatalogue } from '../schemas/compile/compileCatalogue.ts';
import type { Catalogue, CatalogueItem } from '../schemas/compile/catalogue.types.ts';
import { dictionariesOf } from '../schemas/compile/dictionaries.ts';
import { forAppendix } from '../schemas/compile/forAppendix.ts';
import { compileE2b } from '../schemas/e2b/compileE2b.ts';
import type { E2bMap, MapNode } from '../schemas/e2b/e2bMap.types.ts';
import { structureOf } from '../schemas/e2b/structure.ts';
import type { SourceText } from '../schemas/compile/sources.types.ts';

/** The page. */
export const DICTIONARY_PAGE = join(import.meta.dirname, '..', 'docs', 'dictionaries.md');

/** An item that opens a look-up, in the regions that show it so. */
interface Opener {
  dictionary: string;
  item: CatalogueItem;
  /** regions, or the kind of records */
  where: string;
  /** in the message; null: it is not sent */
  place: string | null;
}

/** The page as the schema files are now. */
export function dictionaryPage(sources: SourceText[]): string {
  const whole = compileCatalogue(sources);
  const openers = openersOf(whole, compileE2b(whole, structureOf(sources)));
  return [
    '# Dictionaries and their items',
    '',
    'Written by `npm run dictionary:items` from the schema files. Each row is an item whose field opens the look-up of the dictionary. Paths start at the case (`investigationEvent`). Items without a path stay in the case: the message has no place for them, and the help of the item says so.',
    '',
    'A region whose row names another dictionary for the same item replaces the one of ICH. Regions without a row of their own see the item as ICH does.',
    '',
    row('Dictionary', 'Item', 'Label', 'Page', 'Region', 'Search set by the item', 'Place in the message'),
    row('---', '---', '---', '---', '---', '---', '---'),
    ...Object.values(dictionariesOf(sources)).flatMap((descriptor) =>
      openers
        .filter(({ dictionary }) => dictionary === descriptor.dictionary)
        .map(({ item, where, place }) =>
          row(
            `${descriptor.label.en} (\`${descriptor.dictionary}\`)`,
            `\`${item.itemId}\``,
            item.label.en,
            item.page,
            where,
            Object.entries(item.coding?.fields ?? {})
              .map(([field, value]) => `${field} = ${value}`)
              .join(', '),
            place === null ? 'not sent' : `\`${place}\``,
          ),
        ),
    ),
    '',
  ].join('\n');
}

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`;

function openersOf(whole: Catalogue, map: E2bMap): Opener[] {
  const places = placesOf(map);
  const inCases = Object.values(whole.items).flatMap((item) => {
    const regions = ['ICH', ...whole.appendices.map(({ appendix }) => appendix)].filter(
      (region) => item.appendix === null || item.appendix === region,
    );
    return regions.flatMap((region): Opener[] => {
      const seen = forAppendix(whole, region).items[item.itemId];
      const sameAsIch = region !== 'ICH' && item.appendix === null && seen?.dictionary === item.dictionary;
      if (!seen?.dictionary || sameAsIch) return [];
      return [
        { dictionary: seen.dictionary, item: seen, where: region, place: places.get(item.itemId) ?? null },
      ];
    });
  });
  const inRecords = Object.entries(whole.records).flatMap(([kind, { catalogue }]) =>
    Object.values(catalogue.items).flatMap((item): Opener[] =>
      item.dictionary ? [{ dictionary: item.dictionary, item, where: `record: ${kind}`, place: null }] : [],
    ),
  );
  return [...inCases, ...inRecords];
}

/** The path of each item that is sent. */
function placesOf({ nodes, message }: E2bMap): Map<string, string> {
  const places = new Map<string, string>();
  for (const node of nodes.values())
    for (const { slots } of node.owners)
      for (const { itemId, attribute } of slots)
        places.set(
          itemId,
          [...stepsBelowCase(node, message), ...(attribute ? [`@${attribute}`] : [])].join('/'),
        );
  return places;
}

/** The steps of every path that lead to the case. */
const STEPS_TO_CASE = 3;

const stepsBelowCase = (node: MapNode, message: MapNode): string[] =>
  stepsTo(node, message).slice(STEPS_TO_CASE);

const stepsTo = (node: MapNode, message: MapNode): string[] =>
  node === message || node.parent === null ? [] : [...stepsTo(node.parent, message), node.name];
