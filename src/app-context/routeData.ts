/** The route that is shown, and what of a session decides over routes. */
import { useMatches } from 'react-router-dom';
import type { Visitor } from '../../shared/access/decideRoute.ts';
import type { Route } from '../../shared/access/routes.ts';
import type { Session } from '../session/sessionStore.ts';

const isRoute = (handle: unknown): handle is Route =>
  typeof handle === 'object' && handle !== null && 'depth1' in handle;

/** The route among the handles of what is drawn, from the outermost; null where the address is unknown. */
export const routeAmong = (handles: readonly unknown[]): Route | null => handles.findLast(isRoute) ?? null;

/** The route that is shown; null where the address is unknown. */
export const useRoute = (): Route | null => routeAmong(useMatches().map(({ handle }) => handle));

/** What of a session decides over the routes of its user. */
export type Visiting = Pick<Session, 'privList' | 'systemAdmin' | 'useWorkflow' | 'idfVersion'>;

export const visitorOf = ({ privList, systemAdmin, useWorkflow, idfVersion }: Visiting): Visitor => ({
  privileges: privList.map(({ privId }) => privId),
  systemAdmin,
  useWorkflow,
  idfVersion,
});
