/** Why a user may not see an item. */
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { UserItemRights } from '../../../shared/access/userItemRights.ts';

export const isBlinded = (item: CatalogueItem, { unblind }: UserItemRights): boolean =>
  item.blinded && !unblind;

/** What is shown in place of a value that the user may not see. */
export const unseenWord = (item: CatalogueItem, rights: UserItemRights) =>
  isBlinded(item, rights) ? ('blinded.word' as const) : ('hidden.word' as const);
