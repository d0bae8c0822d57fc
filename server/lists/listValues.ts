/**
 * Values of the items that lists are filtered by and questions ask about, one entry for each row: to look for them in the documents of a million cases
 * takes minutes. An item's values are kept from the first filter by it; until the backfill has passed all cases, lists
 * read the documents.
 */
import type { CaseProjection, ProjectionFamily } from '../projections/projection.ts';
import { putProgress } from '../projections/projectionState.store.ts';
import { isTouched } from '../projections/touched.ts';
import type { Trx } from '../storage/database.ts';
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { deleteValues, insertValues, LIST_VALUES } from './listValues.store.ts';

/** From now on the item's values are kept. */
export const keepListItem = (trx: Trx, sponsorKey: number, itemId: string): Promise<unknown> =>
  putProgress(trx, sponsorKey, `${LIST_VALUES}${itemId}`);

/** One for each item in use that the catalogue still has. */
export const listValues: ProjectionFamily = ({ whole }, inUse) =>
  [...inUse].flatMap((name) => {
    const item = name.startsWith(LIST_VALUES) ? whole.items[name.slice(LIST_VALUES.length)] : undefined;
    return item ? [valuesOf(name, item)] : [];
  });

const valuesOf = (name: string, item: CatalogueItem): CaseProjection => ({
  name,
  revision: 2,
  refresh: 'inTransaction',
  readsDocs: false,
  version: () => [item.page, ...item.groups].join(' '),
  pages: (_catalogue, touched) => (isTouched(item, touched) ? [item.page] : []),
  rebuild: async (trx, { catalogue: { whole } }, { sponsorKey, cases }) => {
    const keys = cases.map(({ caseKey }) => caseKey);
    await deleteValues(trx, sponsorKey, item.itemId, keys);
    await insertValues(trx, sponsorKey, { whole, item }, keys);
  },
});
