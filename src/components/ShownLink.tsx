/** The link of an invitation that was not mailed. It is shown once: it is not stored anywhere. */
import { Alert, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyableCode } from './CopyableCode.tsx';

export function ShownLink({ link, name }: { link: string; name: string }) {
  const { t } = useTranslation('components');
  const address = `${window.location.origin}${link}`;
  return (
    <Alert title={t('shownLink.title', { name })} role="status">
      <Stack gap="xs">
        <Text>{t('shownLink.once')}</Text>
        <CopyableCode text={address} />
      </Stack>
    </Alert>
  );
}
