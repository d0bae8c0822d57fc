/** What a form of a record lets nobody change. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { ALL_ITEMS, type UserItemRights } from '../access/userItemRights.ts';

/** Items that are `fixed` are given with a new record, and shown only from then on; the server refuses changes of them. */
export const rightsOnRecord = ({ items }: Pick<Catalogue, 'items'>, isNew: boolean): UserItemRights =>
  isNew
    ? ALL_ITEMS
    : {
        ...ALL_ITEMS,
        readOnlyItems: Object.values(items).flatMap(({ itemId, fixed }) => (fixed ? [itemId] : [])),
      };
