import { NativeSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listAppendices, setDefaultAppendix } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { signedIn, useSession } from '../../session/sessionStore.ts';
import { useLeave } from '../LeaveGuard.tsx';
import { useRouteContext } from '../../app-context/routeContext.ts';
import classes from './header.module.css';

/** The appendix is remembered for the user; the guard then corrects the address to it. */
export function AppendixSelect() {
  const { t } = useTranslation('frame');
  const session = useSession();
  const { appendix, language } = useRouteContext();
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
    onSuccess: (_, defaultAppendix) => signedIn({ ...session, defaultAppendix }),
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
