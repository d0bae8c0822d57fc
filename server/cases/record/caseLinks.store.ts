/** The masters a case concerns, found by what the case calls them. */
import type { CaseLinks } from '../../storage/tables.ts';
import type { Trx } from '../../storage/database.ts';
import { fold } from '../../../shared/text/fold.ts';

/** Names of drugs and numbers of studies, as the case says them, in place of the keys. */
export type NamedMasters = { [Link in keyof CaseLinks]: string[] };

const MASTERS = {
  product_keys: (trx: Trx, sponsorKey: number) =>
    trx.selectFrom('product').select(['product_key as key', 'name']).where('sponsor_key', '=', sponsorKey),
  study_keys: (trx: Trx, sponsorKey: number) =>
    trx
      .selectFrom('study')
      .select(['study_key as key', 'study_no as name'])
      .where('sponsor_key', '=', sponsorKey),
} as const;

/**
 * Columns of a case with the keys of the sponsor's masters instead of their names. Compared folded and in full.
 * Deleted masters count, since users may still be limited to them; a name without a master links to nothing.
 */
export async function linked<Told extends Partial<NamedMasters>>(
  trx: Trx,
  sponsorKey: number,
  summary: Told,
): Promise<Omit<Told, keyof NamedMasters> & Partial<Record<keyof NamedMasters, number[]>>> {
  const { product_keys, study_keys, ...others } = summary;
  return {
    ...others,
    ...(product_keys && { product_keys: await keysOf(trx, sponsorKey, 'product_keys', product_keys) }),
    ...(study_keys && { study_keys: await keysOf(trx, sponsorKey, 'study_keys', study_keys) }),
  };
}

async function keysOf(
  trx: Trx,
  sponsorKey: number,
  kind: keyof NamedMasters,
  names: readonly string[],
): Promise<number[]> {
  const named = new Set(names.map(fold));
  if (named.size === 0) return [];
  const masters = await MASTERS[kind](trx, sponsorKey).execute();
  const found = masters.filter(({ name }) => named.has(fold(name))).map(({ key }) => key);
  return found.toSorted((a, b) => a - b);
}
