/** The link of an invitation that was not mailed. It is shown once: it is not stored anywhere. */
import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './caseInfo.module.css';

export function ShownLink({ link, name }: { link: string; name: string }) {
  const { t } = useTranslation('caseInfo');
  const address = `${window.location.origin}${link}`;
  return (
    <Alert title={t('account.link', { name })} role="status">
      <Stack gap="xs">
        <Text>{t('account.linkOnce')}</Text>
        <Group gap="xs">
          <Code className={classes.link}>{address}</Code>
          <CopyButton value={address}>
            {({ copied, copy }) => (
              <Button size="compact-sm" variant="default" onClick={copy}>
                {t(copied ? 'account.copied' : 'account.copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Alert>
  );
}
