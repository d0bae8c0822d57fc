import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

interface GuardedButtonProps extends ButtonProps {
  /** why it cannot be pressed; null: it can */
  why: string | null;
  /** shown while it can be pressed */
  hint?: string;
  onClick: () => void;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that, where it does nothing, still takes the focus and says why. */
export function GuardedButton({ why, hint, onClick, children, ...button }: GuardedButtonProps) {
  const words = why ?? hint;
  return (
    <Tooltip
      label={words}
      disabled={words === undefined}
      events={{ hover: true, focus: true, touch: true }}
      multiline
      maw={320}
    >
      <Button
        {...button}
        aria-disabled={why !== null || undefined}
        data-disabled={why !== null || undefined}
        aria-description={why ?? undefined}
        onClick={() => why === null && onClick()}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
