import { SEES_ALL, type Sight } from '../blinding/sight.ts';

/** What one user may not do with items of cases, by all their roles. */
export interface UserItemRights extends Sight {
  /** only shown */
  readOnlyItems: readonly string[];
}

/** Of who is limited by no role. */
export const ALL_ITEMS: UserItemRights = { ...SEES_ALL, readOnlyItems: [] };
