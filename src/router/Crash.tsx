/** What shows in place of a page that is broken. */
import { useEffect } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { FailedArea } from '../feedback/FailedArea.tsx';
import { flushJournal } from '../journal/index.ts';
import { HomeLink } from './messagePages.tsx';

/** What a broken page shows; the root reports the error. */
export function Crash() {
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => void flushJournal(), [error]);
  // the router lets go of an error when it goes somewhere, if only here
  const retry = () => void navigate(pathname + search + hash, { replace: true });
  return <FailedArea kind="page" error={error} onRetry={retry} more={<HomeLink variant="default" />} />;
}
