/** Changes the user's own password, once for each time the page is loaded. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PASSWORD_LENGTH } from '../../../shared/access/passwordRules.ts';
import { changePassword } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { Dialog, showSuccess, SubmitForm } from '../../components/index.ts';
import { PasswordField } from '../../components/PasswordField.tsx';
import { useSession } from '../../session/sessionStore.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { accountStore, passwordChangedBy } from './accountDialogs.ts';
import { useNewPassword } from './useNewPassword.tsx';

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const { userKey, userId } = useSession();
  const [current, setCurrent] = useState('');
  const { fields, take } = useNewPassword({ userId, current });
  const change = useMutation({
    mutationFn: (newPassword: string) =>
      call(changePassword, { params: { userKey }, body: { currentPassword: current, newPassword } }),
    meta: { ownFailure: true },
    onSuccess: () => {
      accountStore.set(passwordChangedBy, userKey);
      showSuccess(t('change.done'));
      onClose();
    },
  });
  const submit = () => {
    const chosen = take();
    if (chosen !== null && !change.isPending) change.mutate(chosen);
  };
  return (
    <Dialog busy={change.isPending} onClose={onClose} title={t('change.title')}>
      <SubmitForm onSubmit={submit}>
        <Stack>
          <Text size="sm">{t('change.text')}</Text>
          <FailureNotice error={change.error} />
          {/* tells the browser's own store of passwords whose it is */}
          <input type="text" name="userId" autoComplete="username" value={userId} readOnly hidden />
          <PasswordField
            data-autofocus
            label={t('change.current')}
            maxLength={PASSWORD_LENGTH.max}
            autoComplete="current-password"
            value={current}
            onChange={({ currentTarget: { value } }) => setCurrent(value)}
          />
          {fields}
          <Group justify="flex-end">
            <Button variant="default" disabled={change.isPending} onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={change.isPending}>
              {t('change.confirm')}
            </Button>
          </Group>
        </Stack>
      </SubmitForm>
    </Dialog>
  );
}
