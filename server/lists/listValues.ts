/**
 * What cases say in the items that lists are filtered by, value by value: to look for it in the documents of a million
 * cases takes minutes. An item is taken in when somebody filters by it first; cases that were there before follow in the
 * background, and meanwhile the documents are read.
 */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { Deps } from '../deps.ts';
import { inSponsor, type Trx } from '../storage/database.ts';
import { isTouched, type Touched } from '../projections/touched.ts';
import {
  deleteValues,
  findItemToFill,
  findKeysAfter,
  findListItems,
  insertValues,
  markFilled,
  putListItem,
} from './listValues.store.ts';
import { everySponsor } from '../accounts/sponsors.store.ts';

interface Written {
  sponsorKey: number;
  caseKey: number;
}

/** From now on the item's values are kept. */
export const takeInListItem = (trx: Trx, sponsorKey: number, itemId: string): Promise<unknown> =>
  putListItem(trx, sponsorKey, itemId);

/** Derives the values of a case again that was written, or of it what was touched; in the same transaction. */
export async function keepListValues(
  trx: Trx,
  whole: Catalogue,
  { sponsorKey, caseKey }: Written,
  touched?: Touched,
): Promise<void> {
  const used = await findListItems(trx, sponsorKey);
  for (const { item_id } of used) {
    const item = whole.items[item_id];
    if (!item) continue;
    if (!isTouched(item, touched)) continue;
    await deleteValues(trx, sponsorKey, item_id, [caseKey]);
    await insertValues(trx, sponsorKey, { whole, item }, [caseKey]);
  }
}

/** Cases taken in at once: whoever saves one of them waits so long. */
const PORTION = 500;

/** Takes in what cases said before their items were used; one portion after the other. */
export async function fillListValues(
  deps: Pick<Deps, 'db' | 'catalogues'>,
  signal?: AbortSignal,
): Promise<void> {
  for await (const { sponsorKey, catalogue } of everySponsor(deps))
    while (
      !signal?.aborted &&
      (await inSponsor(deps.db, sponsorKey, (trx) => fillNext(trx, catalogue.whole, sponsorKey)))
    );
}

/** Answers whether there was anything to do. */
async function fillNext(trx: Trx, whole: Catalogue, sponsorKey: number): Promise<boolean> {
  const next = await findItemToFill(trx, sponsorKey);
  if (!next) return false;
  const item = whole.items[next.item_id];
  // locked: what is being saved meanwhile is seen when it is committed, and a later save waits for this
  const keys = item ? await findKeysAfter(trx, sponsorKey, next.filled_to, PORTION) : [];
  if (item && keys.length > 0) {
    await deleteValues(trx, sponsorKey, next.item_id, keys);
    await insertValues(trx, sponsorKey, { whole, item }, keys);
  }
  await markFilled(trx, sponsorKey, next.item_id, keys.at(-1) ?? next.filled_to, keys.length < PORTION);
  return true;
}
