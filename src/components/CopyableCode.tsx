import { Code, Group } from '@mantine/core';
import { CopyTextButton } from './CopyTextButton.tsx';

/** A text that is passed on letter by letter, such as a link or a token, with a button that copies it. */
export function CopyableCode({ text, label }: { text: string; label?: string }) {
  return (
    <Group gap="xs">
      <Code style={{ overflowWrap: 'anywhere' }} aria-label={label}>
        {text}
      </Code>
      <CopyTextButton text={text} size="compact-sm" />
    </Group>
  );
}
