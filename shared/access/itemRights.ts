/**
 * What a role may do with an item of cases. Without a right of its own the role may change the item. The contract, which
 * every page loads, imports this file: it imports nothing.
 */
export const ITEM_RIGHTS = ['hidden', 'read'] as const;
export type ItemRight = (typeof ITEM_RIGHTS)[number];
