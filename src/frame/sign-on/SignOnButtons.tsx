/** Other ways in than the password: one button for each identity provider of this installation. */
import { Button, Divider, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { environmentQuery } from '../header/environment.queries.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { leaveForProvider } from './signOnTrip.ts';
import type { EntryGoal } from './useEntry.tsx';

/** Draws nothing where there is no provider. */
export function SignOnButtons({ goal }: { goal: EntryGoal }) {
  const { t } = useTranslation('signOn');
  const realms = useQuery(environmentQuery).data?.realms ?? [];
  const leave = useMutation({
    mutationFn: (realm: { realmId: string; label: string }) =>
      leaveForProvider({ ...goal, ...realm, purpose: 'signIn' }),
    meta: { ownFailure: true },
  });
  if (realms.length === 0) return null;
  return (
    <Stack mt="md">
      <Divider label={t('or')} />
      <FailureNotice error={leave.error} />
      {realms.map((realm) => (
        <Button
          key={realm.realmId}
          variant="default"
          // the page is left: the button waits until it is gone
          loading={(leave.isPending || leave.isSuccess) && leave.variables.realmId === realm.realmId}
          onClick={() => leave.mutate(realm)}
        >
          {t('signInWith', { provider: realm.label })}
        </Button>
      ))}
    </Stack>
  );
}
