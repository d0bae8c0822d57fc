import { useParams } from 'react-router-dom';
import { useRouteContext } from '../../app-context/routeContext.ts';
import type { SyncScope } from './sync.queries.ts';

/** The study of the address, in its context. */
export function useSyncScope(): SyncScope {
  const context = useRouteContext();
  const studyKey = Number(useParams()['studyKey']);
  return { ...context, studyKey };
}
