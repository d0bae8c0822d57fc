/** Which item each column of a pasted table is meant for. */
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { ALL_ITEMS, type UserItemRights } from '../../../shared/access/userItemRights.ts';
import { seesItem } from '../../../shared/blinding/sight.ts';
import { fold } from '../../../shared/text/fold.ts';
import type { CopiedTable } from './readTable.ts';

/** The item of each column, null where the column is left out. */
export type Mapping = readonly (string | null)[];

const NOT_PASTED: readonly CatalogueItem['control'][] = [
  'attachment',
  'chosenRecords',
  'readOnly',
  'rowReference',
];

/** The items of a group that a table can fill, as the form shows them: those that the user may write. */
export const pasteItems = (
  catalogue: Catalogue,
  group: string,
  rights: UserItemRights = ALL_ITEMS,
): CatalogueItem[] =>
  Object.values(catalogue.items)
    .filter(
      ({ itemId, groups, control, readOnlyWhen, computed }) =>
        groups.at(-1) === group &&
        readOnlyWhen === null &&
        computed === null &&
        !NOT_PASTED.includes(control) &&
        !rights.readOnlyItems.includes(itemId) &&
        seesItem(catalogue, rights, itemId),
    )
    .sort((a, b) => a.sort - b.sort);

/** Ignores case, width, spaces and punctuation. */
const plain = (text: string): string =>
  fold(text)
    .replaceAll(/[\s\p{P}\p{S}]+/gu, ' ')
    .trim();

/**
 * The item a heading names: by its id, or its label in any language; else by some words of one label alone, where
 * "unit" after a dose is the unit of that dose.
 */
function itemNamed(
  items: readonly CatalogueItem[],
  heading: string,
  before: string | null,
): CatalogueItem | undefined {
  const wanted = plain(heading);
  if (wanted === '') return undefined;
  const exact =
    items.find(({ itemId }) => plain(itemId) === wanted) ??
    items.find(({ label }) => Object.values(label).some((words) => plain(words) === wanted)) ??
    // "E.i.4 Date of start", as people write who know the ids
    items.find(({ itemId }) => fold(heading.trim()).startsWith(`${fold(itemId)} `));
  if (exact) return exact;
  const words = wanted.split(' ');
  const holds = (label: string) => words.every((word) => plain(label).split(' ').includes(word));
  const near = items.filter(({ label }) => Object.values(label).some(holds));
  if (near.length === 1) return near[0];
  return near.find(({ unitOf, versionOf }) => before !== null && [unitOf, versionOf].includes(before));
}

/** How a table is understood at first: is its first row a heading, and where does each column go? */
export function guessColumns(
  items: readonly CatalogueItem[],
  table: CopiedTable,
  summary: readonly string[],
): { hasHeading: boolean; mapping: Mapping } {
  const headings = table[0] ?? [];
  const named = byHeading(items, headings);
  if (named.some((itemId) => itemId !== null)) return { hasHeading: true, mapping: named };
  // without headings: the columns that the list of rows shows, in their order
  const order = [...summary, ...items.map(({ itemId }) => itemId).filter((id) => !summary.includes(id))];
  const known = order.filter((itemId) => items.some((item) => item.itemId === itemId));
  return { hasHeading: false, mapping: headings.map((_, index) => known[index] ?? null) };
}

/** Each item once: of two columns with its name the first has it. */
function byHeading(items: readonly CatalogueItem[], headings: readonly string[]): Mapping {
  const mapping: (string | null)[] = [];
  for (const heading of headings) {
    const free = items.filter(({ itemId }) => !mapping.includes(itemId));
    mapping.push(itemNamed(free, heading, mapping.at(-1) ?? null)?.itemId ?? null);
  }
  return mapping;
}

/** The mapping with one column changed; another column with the same item gives it up. */
export const withColumn = (mapping: Mapping, column: number, itemId: string | null): Mapping =>
  mapping.map((old, index) => (index === column ? itemId : old === itemId ? null : old));
