/** The link of an invitation that was not mailed. It is shown once: it is not stored anywhere. */
import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function ShownLink({ link, name }: { link: string; name: string }) {
  const { t } = useTranslation('components');
  const address = `${window.location.origin}${link}`;
  return (
    <Alert title={t('shownLink.title', { name })} role="status">
      <Stack gap="xs">
        <Text>{t('shownLink.once')}</Text>
        <Group gap="xs">
          <Code style={{ overflowWrap: 'anywhere' }}>{address}</Code>
          <CopyButton value={address}>
            {({ copied, copy }) => (
              <Button size="compact-sm" variant="default" onClick={copy}>
                {t(copied ? 'shownLink.copied' : 'shownLink.copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Alert>
  );
}
