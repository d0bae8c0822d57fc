/** The identities one may sign in with instead of the password: which are linked, and linking and unlinking them. */
import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listIdentities, unlinkIdentity } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { Dialog, showSuccess } from '../../components/index.ts';
import { formatTime } from '../../i18n/formatTime.ts';
import { useSession } from '../../session/sessionStore.ts';
import { environmentQuery } from '../header/environment.queries.ts';
import { useLeave } from '../LeaveGuard.tsx';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { leaveForProvider } from '../sign-on/signOnTrip.ts';

export function IdentitiesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('signOn');
  const { userKey, timeZone } = useSession();
  const queries = useQueryClient();
  const queryKey = ['identities', userKey];
  const realms = useQuery(environmentQuery).data?.realms ?? [];
  const identities = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(listIdentities, { params: { userKey }, signal })).identityList,
    meta: { ownFailure: true },
  });
  const unlink = useMutation({
    mutationFn: (identityKey: number) => call(unlinkIdentity, { params: { userKey, identityKey } }),
    onSuccess: () => showSuccess(t('identities.unlinked')),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const leave = useLeave();
  const link = useMutation({
    mutationFn: (realm: { realmId: string; label: string }) =>
      leaveForProvider({ ...realm, purpose: 'link', returnTo: location.pathname + location.search }),
  });
  return (
    <Dialog busy={unlink.isPending} onClose={onClose} size="lg" title={t('identities.title')}>
      <Stack>
        <Text size="sm">{t('identities.text')}</Text>
        {identities.isPending && <Loader aria-label={t('identities.loading')} />}
        <FailureNotice error={identities.error} />
        {identities.data?.length === 0 && <Text size="sm">{t('identities.none')}</Text>}
        {identities.data?.map(({ identityKey, label, email, linkedAt, lastUsedAt }) => {
          const name = [label, email].filter(Boolean).join(' · ');
          const used = lastUsedAt && t('identities.lastUsed', { time: formatTime(lastUsedAt, timeZone) });
          return (
            <Group key={identityKey} justify="space-between" wrap="nowrap">
              <div>
                <Text size="sm">{name}</Text>
                <Text size="xs" c="dimmed">
                  {t('identities.since', { time: formatTime(linkedAt, timeZone) })} ·{' '}
                  {used ?? t('identities.neverUsed')}
                </Text>
              </div>
              <Button
                size="compact-sm"
                variant="default"
                loading={unlink.isPending && unlink.variables === identityKey}
                aria-label={t('identities.unlinkOf', { name })}
                onClick={() => unlink.mutate(identityKey)}
              >
                {t('identities.unlink')}
              </Button>
            </Group>
          );
        })}
        <Group justify="flex-end">
          {realms.map((realm) => (
            <Button
              key={realm.realmId}
              variant="default"
              loading={link.isPending && link.variables.realmId === realm.realmId}
              onClick={() => leave(() => link.mutate(realm))}
            >
              {t('identities.linkWith', { provider: realm.label })}
            </Button>
          ))}
          <Button onClick={onClose} data-autofocus>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
