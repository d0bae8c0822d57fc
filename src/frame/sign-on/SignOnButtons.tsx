/** Other ways in than the password: one button for each identity provider of this installation. */
import { Button, Divider, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { environmentQuery } from '../environment.queries.ts';
import { Notice } from '../Notice.tsx';
import { failureText } from '../showFailure.ts';
import { leaveForProvider, type SignOnTrip } from './signOnTrip.ts';

/** `place`: where the session is to begin, and the address it is to lead to. Draws nothing where there is no provider. */
export function SignOnButtons({
  place,
}: {
  place: Pick<SignOnTrip, 'returnTo' | 'sponsorKey' | 'senderKey'>;
}) {
  const { t } = useTranslation('signOn');
  const realms = useQuery(environmentQuery).data?.realms ?? [];
  const leave = useMutation({
    mutationFn: (realm: { realmId: string; label: string }) =>
      leaveForProvider({ ...place, ...realm, purpose: 'signIn' }),
    meta: { ownFailure: true },
  });
  if (realms.length === 0) return null;
  return (
    <Stack mt="md">
      <Divider label={t('or')} />
      {leave.error && (
        <Notice tone="error" role="alert">
          {failureText(leave.error)}
        </Notice>
      )}
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
