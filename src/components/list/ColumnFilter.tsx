/** The filter of a column, in a popover at its head (specification 2, "Table column filter popover"). */
import { useState } from 'react';
import { ActionIcon, Popover } from '@mantine/core';
import { IconFilter, IconFilterFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FilterForm, type FilterFormProps } from './FilterForm.tsx';

/** Widths of the popover in pixels (specification 2 section 9). */
const WIDTH = 280;

export interface ColumnFilterProps extends Omit<FilterFormProps, 'onClose'> {
  /** the column's name */
  column: string;
  filtered: boolean;
}

export function ColumnFilter({ column, filtered, ...form }: ColumnFilterProps) {
  const { t } = useTranslation('lists');
  const [opened, setOpened] = useState(false);
  const Icon = filtered ? IconFilterFilled : IconFilter;
  const name = t(filtered ? 'filtered' : 'filter', { column });
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={WIDTH}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          size={24}
          color={filtered ? undefined : 'gray'}
          aria-label={name}
          aria-haspopup="dialog"
          onClick={() => setOpened(!opened)}
        >
          <Icon size={13} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={name}>
        {opened && <FilterForm {...form} onClose={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}
