import { Button, Code, CopyButton, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A text that is passed on letter by letter, such as a link or a token, with a button that copies it. */
export function CopyableCode({ text, label }: { text: string; label?: string }) {
  const { t } = useTranslation('components');
  return (
    <Group gap="xs">
      <Code style={{ overflowWrap: 'anywhere' }} aria-label={label}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="compact-sm" variant="default" onClick={copy}>
            {t(copied ? 'copyableCode.copied' : 'copyableCode.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
