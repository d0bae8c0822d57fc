/** A token as it was made, with how it is used. It is shown once: only its hash is stored. */
import { Alert, Code, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyableCode } from '../../components/index.ts';

export function ShownToken({ token, path, name }: { token: string; path: string; name: string }) {
  const { t } = useTranslation('studyMapping');
  const command = `curl -X POST -H "Authorization: Bearer ${token}" -H "Content-Type: application/xml" --data-binary @snapshot.xml ${window.location.origin}${path}`;
  return (
    <Alert title={t('tokenOf', { name })} role="status" mb="sm">
      <Stack gap="xs">
        <Text>{t('tokenOnce')}</Text>
        <CopyableCode text={token} />
        <Text>{t('tokenUse')}</Text>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {command}
        </Code>
      </Stack>
    </Alert>
  );
}
