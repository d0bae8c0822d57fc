/** Records that belong to records of other kinds: by the names that their items hold (`referencesTo`). */
import { referencesTo } from '../../../schemas/compile/records.ts';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { Trx } from '../../storage/database.ts';
import { keysNamed, keysNaming, namesHeld, namesOf } from './belongsTo.store.ts';

/** What is chosen beside: keys by kind. */
interface Beside {
  senders?: readonly number[];
  products?: readonly number[];
  studies?: readonly number[];
}

export interface BelongingTo {
  whole: Catalogue;
  sponsorKey: number;
}

/**
 * The senders of products, and of the products of studies. Null, no limit: nothing of that names a sender.
 */
export async function sendersOf(
  trx: Trx,
  { whole, sponsorKey }: BelongingTo,
  { products = [], studies = [] }: Beside,
): Promise<number[] | null> {
  const ofStudies = await productsOfStudies(trx, { whole, sponsorKey }, studies);
  const item = reference(whole, 'product', 'sender');
  const names = await namesHeld(trx, {
    sponsorKey,
    kind: 'product',
    keys: [...products, ...ofStudies],
    item,
  });
  return names.length === 0 ? null : keysNamed(trx, { sponsorKey, kind: 'sender', names });
}

/** The products of senders, and those that name no sender. */
export async function productsOfSenders(
  trx: Trx,
  { whole, sponsorKey }: BelongingTo,
  keys: readonly number[],
): Promise<number[]> {
  const names = await namesOf(trx, { sponsorKey, kind: 'sender', keys });
  return keysNaming(trx, { sponsorKey, kind: 'product', item: reference(whole, 'product', 'sender'), names });
}

export async function productsOfStudies(
  trx: Trx,
  { whole, sponsorKey }: BelongingTo,
  keys: readonly number[],
): Promise<number[]> {
  const item = reference(whole, 'study', 'product');
  const names = await namesHeld(trx, { sponsorKey, kind: 'study', keys, item });
  return keysNamed(trx, { sponsorKey, kind: 'product', names });
}

/** The item of a kind that holds the names of records of another kind; '' where no schema file has one. */
function reference(whole: Catalogue, from: string, to: string): string {
  const target = whole.records[to];
  const found = target && referencesTo(whole, target).find(({ kind }) => kind?.kind === from);
  return found?.itemId ?? '';
}
