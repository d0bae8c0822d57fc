/** What is known of an address of the product (specification section 2). */
import type { PrivilegeId } from './privileges.ts';

export interface RouteData {
  /** as other routes, menus and areas call it */
  name: string;
  /** below the prefix of its area, in the words of the router: `:key` is a part, `:key?` one that may be missing */
  path: string;
  /** its words: `titles.*` of the namespace `pages` */
  title: string;
  /** the tab of a case, or the id that lists keep the user's columns by */
  pageId: string;
  menuId: string;
  /** the menu that is marked while it is shown */
  depth1: string;
  /** any of these opens it; none: everybody signed in */
  privileges: readonly PrivilegeId[];
  /** an address without a page of its own leads here */
  redirectTo?: string;
  /** a page for editing sends users who may only read here */
  readersGoTo?: string;
  /** the appendices that show it; without them all do */
  appendices?: readonly string[];
  /** shown only where an IDF table is loaded */
  needsIdf?: true;
  /** shown only where the sponsor uses workflow */
  needsWorkflow?: true;
  /** one of the tabs that stand above the pages of its menu */
  tab?: true;
}

/** A page outside of the frame: nobody has to be signed in, and no menu leads there. */
export type PublicRouteData = Pick<RouteData, 'name' | 'path' | 'title' | 'redirectTo'>;

/** What paged lists take after their path. A new hash forces a refresh. */
export const PAGED = '/:pageNo?/:rowCount?/:hash?';
