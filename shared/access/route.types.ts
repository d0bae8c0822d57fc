/** Definition of an address of the product (specification section 2). */
import type { PrivilegeId } from './privileges.ts';

export interface RouteData {
  /** its name in other routes, menus and areas */
  name: string;
  /** below the prefix of its area, in router syntax: `:key` is a parameter, `:key?` an optional one */
  path: string;
  /** key of its title: `titles.*` of the namespace `pages` */
  title: string;
  /** the tab of a case, or the id that lists store the user's columns by */
  pageId: string;
  menuId: string;
  /** the active menu while it is shown */
  depth1: string;
  /** any of these opens it; none: every signed-in user */
  privileges: readonly PrivilegeId[];
  /** redirect of an address without a page of its own */
  redirectTo?: string;
  /** an edit page redirects users with read access here */
  readerRoute?: string;
  /** the appendices that have it; default: all */
  appendices?: readonly string[];
  /** available only if an IDF table is loaded */
  needsIdf?: true;
  /** available only if the sponsor uses workflow */
  needsWorkflow?: true;
  /** one of the tabs above the pages of its menu */
  tab?: true;
}

/** A page outside the frame: no sign-in needed, and in no menu. */
export type PublicRouteData = Pick<RouteData, 'name' | 'path' | 'title' | 'redirectTo'>;

/** Path suffix of paged lists. A new hash forces a refresh. */
export const PAGED = '/:pageNo?/:rowCount?/:hash?';
