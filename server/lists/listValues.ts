/**
 * Values of the items that lists are filtered by and questions ask about, one entry for each row: to look for them in the documents of a million cases
 * takes minutes. An item's values are kept from the first filter by it; until the backfill has passed all cases, lists
 * read the documents.
 */
import type { CaseProjection, ProjectionFamily } from '../projections/projection.ts';
import { hasTexts, valuesVersion } from './commonTexts.ts';
import { pairById, pairHasTexts, type ItemPair } from './itemPairs.ts';
import { putProgress } from '../projections/projectionState.store.ts';
import { pagesOfItems } from '../projections/touched.ts';
import type { Trx } from '../storage/database.ts';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import {
  deleteTexts,
  deleteValues,
  insertPairs,
  insertTexts,
  insertValues,
  LIST_VALUES,
} from './listValues.store.ts';

/** From now on the item's values are kept. */
export const keepListItem = (trx: Trx, sponsorKey: number, itemId: string): Promise<unknown> =>
  putProgress(trx, sponsorKey, `${LIST_VALUES}${itemId}`);

/** One for each item, or pair of items, in use that the catalogue still has. */
export const listValues: ProjectionFamily = ({ whole }, inUse) =>
  [...inUse].flatMap((name) => {
    if (!name.startsWith(LIST_VALUES)) return [];
    const id = name.slice(LIST_VALUES.length);
    const [item, pair] = [whole.items[id], pairById(whole, id)];
    if (item) return [valuesOf(name, item)];
    return pair ? [valuesOfPair(name, pair)] : [];
  });

const valuesOf = (name: string, item: CatalogueItem): CaseProjection =>
  projectionOf(name, item.itemId, {
    items: [item],
    withTexts: hasTexts(item),
    insert: (trx, sponsorKey, whole, keys) => insertValues(trx, sponsorKey, { whole, item }, keys),
  });

const valuesOfPair = (name: string, pair: ItemPair): CaseProjection =>
  projectionOf(name, pair.id, {
    items: [pair.code, pair.text],
    withTexts: pairHasTexts(pair),
    insert: (trx, sponsorKey, whole, keys) => insertPairs(trx, sponsorKey, { whole, pair }, keys),
  });

interface StoredValues {
  /** of the same row */
  items: readonly CatalogueItem[];
  /** with their distinct texts */
  withTexts: boolean;
  insert: (trx: Trx, sponsorKey: number, whole: Catalogue, caseKeys: readonly number[]) => Promise<unknown>;
}

/** `id`: of the item or pair */
const projectionOf = (
  name: string,
  id: string,
  { items, withTexts, insert }: StoredValues,
): CaseProjection => ({
  name,
  revision: 2,
  refresh: 'inTransaction',
  readsDocs: false,
  version: ({ catalogue: { whole } }) => valuesVersion(whole, items, withTexts),
  pages: ({ whole }, touched) =>
    pagesOfItems(
      whole,
      items.map(({ itemId }) => itemId),
      touched,
    ),
  rebuild: async (trx, { catalogue: { whole } }, { sponsorKey, cases }) => {
    const keys = cases.map(({ caseKey }) => caseKey);
    await deleteValues(trx, sponsorKey, id, keys);
    await insert(trx, sponsorKey, whole, keys);
    if (withTexts) await insertTexts(trx, sponsorKey, id, keys);
    // they were none about persons before a change of the schema
    else if (items.some(({ privacy }) => privacy)) await deleteTexts(trx, sponsorKey, id);
  },
});
