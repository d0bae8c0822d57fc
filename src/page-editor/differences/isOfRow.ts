/** Which differences are of rows. */
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { Comparison } from '../../../shared/contract/index.ts';

type Difference = Pick<Comparison['listInfo'][number], 'itemId' | 'before' | 'after' | 'hidden'>;

/** Whether it is of a row, which has no values: some groups have the id of an item in them. */
export const isOfRow = (
  { groups, items }: Pick<Catalogue, 'groups' | 'items'>,
  { itemId, before, after, hidden }: Difference,
): boolean => itemId in groups && (!(itemId in items) || (!hidden && before === null && after === null));
