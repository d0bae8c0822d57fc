import type { Scope } from '../../../shared/access/scope.ts';
import type { Trx } from '../../storage/database.ts';

/** The products of the sponsor, in the order of their names; a limit on products leaves out others. */
export function findProducts(trx: Trx, sponsorKey: number, { productKeys }: Scope) {
  const all = trx
    .selectFrom('product')
    .select(['product_key', 'name', 'substance'])
    .where('sponsor_key', '=', sponsorKey)
    .where('del_flag', '=', 'N')
    .orderBy('name')
    .orderBy('product_key');
  return (productKeys.length === 0 ? all : all.where('product_key', 'in', [...productKeys])).execute();
}
