/** The filter of a column, in a popover at its head (specification 2, "Table column filter popover"). */
import { useRef, useState } from 'react';
import { ActionIcon, Loader, Popover } from '@mantine/core';
import { IconFilter, IconFilterFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FilterEntry, FoundOptions } from './filterEntries.ts';
import { FilterForm } from './FilterForm.tsx';
import { filterWidth } from './filterWidth.ts';

export interface ColumnFilterProps {
  /** the column's name */
  column: string;
  filtered: boolean;
  filterType: string;
  /** the saved filter; for check filters the options that match `find`. Failures are already reported */
  load: (find?: string) => Promise<FoundOptions>;
  /** saves; no entries remove the filter */
  onSave: (entries: FilterEntry[]) => void;
}

export function ColumnFilter({ column, filtered, filterType, load, onSave }: ColumnFilterProps) {
  const { t } = useTranslation(['lists', 'components']);
  const [opened, setOpened] = useState(false);
  const [found, setFound] = useState<FoundOptions | null>(null);
  const opening = useRef(0);
  const Icon = filtered ? IconFilterFilled : IconFilter;
  const name = t(filtered ? 'filtered' : 'filter', { column });
  const open = (wanted: boolean) => {
    setOpened(wanted);
    setFound(null);
    opening.current += 1;
    if (!wanted) return;
    const mine = opening.current;
    load().then(
      (options) => mine === opening.current && setFound(options),
      () => mine === opening.current && setOpened(false),
    );
  };
  return (
    <Popover
      opened={opened}
      onChange={open}
      width={filterWidth(filterType, found?.filters.map(({ valueLabel }) => valueLabel) ?? [])}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal
      // where its head is scrolled away, e.g. as the window gets narrower, it stays in sight, and keeps the focus and the keys
      hideDetached={false}
      middlewares={{ shift: { limiter: undefined } }}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          size={24}
          color={filtered ? undefined : 'gray'}
          aria-label={name}
          aria-haspopup="dialog"
          onClick={() => open(!opened)}
        >
          <Icon size={13} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={name}>
        {opened && !found && <Loader size="sm" aria-label={t('components:loading')} />}
        {opened && found && (
          <FilterForm found={found} find={load} onSave={onSave} onClose={() => open(false)} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
