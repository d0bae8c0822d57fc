/**
 * Values of the items that lists are filtered by and questions ask about, one entry for each row: to look for them in the documents of a million cases
 * takes minutes. An item's values are kept from the first filter by it; until the backfill has passed all cases, lists
 * read the documents.
 */
import type { CaseProjection, ProjectionFamily } from '../projections/projection.ts';
import { hasTexts, WITH_TEXTS } from './commonTexts.ts';
import { pairById, pairHasTexts, versionOfPair, type ItemPair } from './itemPairs.ts';
import { putProgress } from '../projections/projectionState.store.ts';
import { isTouched } from '../projections/touched.ts';
import type { Trx } from '../storage/database.ts';
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
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

const valuesOf = (name: string, item: CatalogueItem): CaseProjection => ({
  name,
  revision: 2,
  refresh: 'inTransaction',
  readsDocs: false,
  version: () => [item.page, ...item.groups, ...(hasTexts(item) ? [WITH_TEXTS] : [])].join(' '),
  pages: (_catalogue, touched) => (isTouched(item, touched) ? [item.page] : []),
  rebuild: async (trx, { catalogue: { whole } }, { sponsorKey, cases }) => {
    const keys = cases.map(({ caseKey }) => caseKey);
    await deleteValues(trx, sponsorKey, item.itemId, keys);
    await insertValues(trx, sponsorKey, { whole, item }, keys);
    if (hasTexts(item)) await insertTexts(trx, sponsorKey, item.itemId, keys);
    // it was none before a change of the schema
    if (item.privacy) await deleteTexts(trx, sponsorKey, item.itemId);
  },
});

const valuesOfPair = (name: string, pair: ItemPair): CaseProjection => ({
  name,
  revision: 1,
  refresh: 'inTransaction',
  readsDocs: false,
  version: () => versionOfPair(pair),
  pages: (_catalogue, touched) =>
    [pair.code, pair.text].some((item) => isTouched(item, touched)) ? [pair.code.page, pair.text.page] : [],
  rebuild: async (trx, { catalogue: { whole } }, { sponsorKey, cases }) => {
    const keys = cases.map(({ caseKey }) => caseKey);
    await deleteValues(trx, sponsorKey, pair.id, keys);
    await insertPairs(trx, sponsorKey, { whole, pair }, keys);
    if (pairHasTexts(pair)) await insertTexts(trx, sponsorKey, pair.id, keys);
    else await deleteTexts(trx, sponsorKey, pair.id);
  },
});
