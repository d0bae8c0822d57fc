import { NativeSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { listAppendices, setDefaultAppendix } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { signedIn, useSession } from '../../session/sessionStore.ts';
import { useLeave } from '../LeaveGuard.tsx';
import { belowPrefix, pathIn, useDestination, useRouteContext } from '../../app-context/routeContext.ts';
import classes from './header.module.css';

/** The appendix is remembered for the user. The guard corrects the address to it, unless it follows addresses. */
export function AppendixSelect() {
  const { t } = useTranslation('frame');
  const session = useSession();
  const context = useRouteContext();
  const { appendix, language } = context;
  const { pathname, search } = useDestination();
  const navigate = useNavigate();
  const leave = useLeave();
  const appendices = useQuery({
    queryKey: ['appendices', session.sponsorKey, language],
    queryFn: ({ signal }) => call(listAppendices, { signal }),
    staleTime: Infinity,
    meta: { ofCatalogue: true },
  });
  const remember = useMutation({
    mutationFn: (defaultAppendix: string) =>
      call(setDefaultAppendix, {
        params: { sponsorKey: session.sponsorKey, userKey: session.userKey },
        body: { defaultAppendix },
      }),
    onSuccess(_, defaultAppendix) {
      // one that was published during the session is allowed, too
      const appendices = [...new Set([...session.appendices, defaultAppendix])];
      signedIn({ ...session, defaultAppendix, appendices });
      if (session.links === 'follow')
        void navigate(pathIn({ ...context, appendix: defaultAppendix }, belowPrefix(pathname)) + search);
    },
  });
  const options = appendices.data?.codeList ?? [{ codeValue: appendix, codeLabel: appendix }];
  return (
    <NativeSelect
      size="xs"
      className={classes.select}
      aria-label={t('header.appendix')}
      value={appendix}
      data={options.map(({ codeValue, codeLabel }) => ({ value: codeValue, label: codeLabel }))}
      onChange={({ currentTarget: { value } }) => leave(() => remember.mutate(value))}
    />
  );
}
