import { Navigate } from 'react-router-dom';
import { usePathTo } from '../frame/place.ts';

/** Leads to another address of the same place. */
export function RedirectBelow({ to }: { to: string }) {
  return <Navigate to={usePathTo()(to)} replace />;
}
