/** A button of the header and what it opens: the focus goes in, Escape leads back to the button. */
import { Popover, Stack, Tooltip, UnstyledButton } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import classes from './header.module.css';

const WIDTH_PX = 264;
/** clear of the header's line */
const OFFSET_PX = 12;

export interface HeaderPopoverProps {
  /** what the button is called; of the popover, too */
  label: string;
  Sign: Icon;
  /** shown beside the icon, and cut where there is no room for it; without it there is the icon alone */
  text?: string;
  /** the text is a number, which would read as another one if it were cut */
  neverCut?: true;
  children: (close: () => void) => ReactNode;
}

export function HeaderPopover({ label, Sign, text, neverCut, children }: HeaderPopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const name = text === undefined ? label : `${label}: ${text}`;
  return (
    <Popover
      width={WIDTH_PX}
      position="bottom-end"
      offset={OFFSET_PX}
      shadow="md"
      withinPortal={false}
      trapFocus
      returnFocus
      opened={isOpen}
      onChange={setOpen}
    >
      <Tooltip label={name} disabled={isOpen}>
        <Popover.Target>
          <UnstyledButton
            className={classes.tool}
            data-whole={neverCut}
            aria-label={name}
            onClick={() => setOpen(!isOpen)}
          >
            <Sign size={17} aria-hidden />
            {text !== undefined && <span className={neverCut ? undefined : classes.cut}>{text}</span>}
          </UnstyledButton>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown className={classes.dropdown}>
        <Stack gap="xs">{children(() => setOpen(false))}</Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
