/** Routes as data: what an area says about its pages, and what the frame reads from the one shown. */
import type { ComponentType } from 'react';
import type { PrivilegeId } from '../../shared/access/privileges.ts';

export interface AreaRoute {
  /** below the main prefix */
  path: string;
  /** key in the words of the frame: `titles.*` */
  title: string;
  menuId: string;
  /** the menu that is active, see shared/access/menus.ts */
  depth1: string;
  /** any of these; none: everybody signed in */
  privileges: readonly PrivilegeId[];
  /** code that is loaded together, fails together and is retried together */
  group: string;
  load: () => Promise<ComponentType>;
}

/** What the frame needs of the shown route. */
export type RouteHandle = Pick<AreaRoute, 'title' | 'menuId' | 'depth1' | 'privileges'>;
