/** What a role may do with an item of cases. Without a right of its own the role may change the item. */
import { SEES_ALL, type Sight } from '../blinding/sight.ts';

export const ITEM_RIGHTS = ['hidden', 'read'] as const;
export type ItemRight = (typeof ITEM_RIGHTS)[number];

/** What one user may not do with items of cases, by all their roles. */
export interface UserItemRights extends Sight {
  /** only shown */
  readOnlyItems: readonly string[];
}

/** Of who is limited by no role. */
export const ALL_ITEMS: UserItemRights = { ...SEES_ALL, readOnlyItems: [] };
