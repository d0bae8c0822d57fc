/** Actions of a user on their own account: entries of a menu, and the dialogs they open. */
import { Button, Text } from '@mantine/core';
import { IconBell, IconDevices, IconKey, IconLink, IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/sessionStore.ts';
import { environmentQuery } from '../header/environment.queries.ts';
import { accountStore, openDialog, passwordChangedBy, type AccountDialog } from './accountDialogs.ts';
import { lazyComponent } from '../../lazy/lazyComponent.tsx';

const STORE = { store: accountStore };
const DIALOGS = {
  password: lazyComponent(async () => (await import('./ChangePasswordDialog.tsx')).ChangePasswordDialog),
  factor: lazyComponent(async () => (await import('./FactorDialog.tsx')).FactorDialog),
  sessions: lazyComponent(async () => (await import('./SessionsDialog.tsx')).SessionsDialog),
  identities: lazyComponent(async () => (await import('./IdentitiesDialog.tsx')).IdentitiesDialog),
  notifications: lazyComponent(
    async () => (await import('../notifications/NotificationRulesDialog.tsx')).NotificationRulesDialog,
  ),
};

/** Entries of the user's own menu. `onChoose` closes it. */
export function AccountMenu({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation(['account', 'signOn', 'notifications']);
  const { userKey } = useSession();
  const open = useSetAtom(openDialog, STORE);
  const hasProviders = (useQuery(environmentQuery).data?.realms ?? []).length > 0;
  const isChanged = useAtomValue(passwordChangedBy, STORE) === userKey;
  const choose = (dialog: AccountDialog) => {
    onChoose();
    open(dialog);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconKey size={15} aria-hidden />}
        // not `disabled`: it keeps the focus, and says why
        aria-disabled={isChanged || undefined}
        data-disabled={isChanged || undefined}
        aria-describedby={isChanged ? 'password-changed' : undefined}
        onClick={() => !isChanged && choose('password')}
      >
        {t('change.title')}
      </Button>
      {isChanged && (
        <Text id="password-changed" size="xs" c="dimmed">
          {t('change.once')}
        </Text>
      )}
      <Button
        variant="default"
        leftSection={<IconShieldLock size={15} aria-hidden />}
        onClick={() => choose('factor')}
      >
        {t('factor.title')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconDevices size={15} aria-hidden />}
        onClick={() => choose('sessions')}
      >
        {t('sessions.title')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconBell size={15} aria-hidden />}
        onClick={() => choose('notifications')}
      >
        {t('notifications:title')}
      </Button>
      {hasProviders && (
        <Button
          variant="default"
          leftSection={<IconLink size={15} aria-hidden />}
          onClick={() => choose('identities')}
        >
          {t('signOn:identities.title')}
        </Button>
      )}
    </>
  );
}

/** The dialog that is open, if one is; drawn once in the frame, since a menu is gone when its dialog is there. */
export function AccountDialogs() {
  const [name, setName] = useAtom(openDialog, STORE);
  if (name === null) return null;
  const Dialog = DIALOGS[name];
  return <Dialog onClose={() => setName(null)} />;
}
