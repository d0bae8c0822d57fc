import type { ReactNode } from 'react';
import { Navigate, useNavigation } from 'react-router-dom';

interface RedirectProps {
  to: string;
  /** drawn while the user is on the way elsewhere */
  waiting?: ReactNode;
}

/** Leads from this address to another one in its place, unless the user is on the way to a third, whose code is loaded. */
export const Redirect = ({ to, waiting = null }: RedirectProps) =>
  useNavigation().state === 'idle' ? <Navigate to={to} replace /> : waiting;
