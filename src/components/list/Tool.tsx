import { ActionIcon } from '@mantine/core';
import type { IconX } from '@tabler/icons-react';

interface ToolProps {
  name: string;
  icon: typeof IconX;
  disabled?: boolean;
  onClick: () => void;
}

/** A button that is a sign for the eye and a name for everybody else. */
export const Tool = ({ name, icon: Icon, ...button }: ToolProps) => (
  <ActionIcon variant="subtle" size={24} aria-label={name} {...button}>
    <Icon size={14} aria-hidden />
  </ActionIcon>
);
