/** Routes as the browser meets them: the pages areas have for them, and the one that is shown. */
import type { ComponentType } from 'react';
import { useMatches } from 'react-router-dom';
import type { Visitor } from '../../shared/access/decideRoute.ts';
import type { PublicRouteName, Route, RouteName } from '../../shared/access/routes.ts';
import type { Session } from '../session/sessionStore.ts';

type Load = () => Promise<ComponentType>;

/** The pages of an area. Two routes with the same loader are one page: going between them does not begin it anew. */
export interface AreaPages {
  /** code that is loaded together, fails together and is retried together */
  group: string;
  pages: Partial<Record<RouteName | PublicRouteName, Load>>;
}

const isRoute = (handle: unknown): handle is Route =>
  typeof handle === 'object' && handle !== null && 'depth1' in handle;

/** The route that is shown; null where the address is unknown. */
export const useRoute = (): Route | null =>
  useMatches()
    .map(({ handle }) => handle)
    .findLast(isRoute) ?? null;

/** What of a session decides over the routes of its user. */
export type Visiting = Pick<Session, 'privList' | 'systemAdmin' | 'useWorkflow' | 'idfVersion'>;

export const visitorOf = ({ privList, systemAdmin, useWorkflow, idfVersion }: Visiting): Visitor => ({
  privileges: privList.map(({ privId }) => privId),
  systemAdmin,
  useWorkflow,
  idfVersion,
});
