/** The door of the system administration. */
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { checkSystemAdmin } from '../../shared/contract/index.ts';
import { call, CallFailure, NO_PRIVILEGE } from '../api/index.ts';
import { MainLayout } from '../frame/MainLayout.tsx';
import { pathIn, defaultContextOf, useRouteContext } from '../app-context/routeContext.ts';
import { switchLanguage } from '../i18n/index.ts';
import { useMaybeSession, type Session } from '../session/sessionStore.ts';
import { ToLogin } from './guards.tsx';
import { Unreachable } from './messagePages.tsx';

/** The system administration is for its administrators: the session names them, and the server is asked once more. */
export function AdminGuard() {
  const session = useMaybeSession();
  if (!session) return <ToLogin />;
  return session.systemAdmin ? <CheckedAccess session={session} /> : <Forbidden session={session} />;
}

/** The forbidden page is shown in the user's own context, where they have a menu. */
const Forbidden = ({ session }: { session: Session }) => (
  <Navigate to={pathIn(defaultContextOf(session), 'bad-permission')} replace />
);

function CheckedAccess({ session }: { session: Session }) {
  const { t } = useTranslation('frame');
  const { language } = useRouteContext();
  const access = useQuery({
    queryKey: ['systemAdmin', session.userKey],
    queryFn: ({ signal }) => call(checkSystemAdmin, { signal }),
    staleTime: Infinity,
    meta: { ownFailure: true },
  });
  useEffect(() => void switchLanguage(language), [language]);
  if (access.isSuccess) return <MainLayout />;
  if (access.isPending) return <Loader m="xl" aria-label={t('loading')} />;
  return access.error instanceof CallFailure && access.error.errCode === NO_PRIVILEGE ? (
    <Forbidden session={session} />
  ) : (
    <Unreachable onRetry={() => void access.refetch()} />
  );
}
