/** The columns that could be shown too, found by name or id. */
import { useState } from 'react';
import { Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { nameOf, type ChoosableColumn } from './choosableColumn.ts';
import styles from './list.module.css';
import { Tool } from './Tool.tsx';

/** The user narrows long lists by searching. */
const MAX_OFFERED = 40;

interface OfferedColumnsProps {
  columns: readonly ChoosableColumn[];
  onAdd: (column: ChoosableColumn) => void;
}

export function OfferedColumns({ columns, onAdd }: OfferedColumnsProps) {
  const { t } = useTranslation('lists');
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const offered = columns.filter((column) => nameOf(column).toLowerCase().includes(wanted));
  return (
    <section aria-label={t('offered')}>
      <h3 className={styles.pane}>{t('offered')}</h3>
      <TextInput
        aria-label={t('columnsSearch')}
        placeholder={t('columnsSearch')}
        value={search}
        data-autofocus
        onChange={({ currentTarget: { value } }) => setSearch(value)}
      />
      <ul className={styles.columns}>
        {offered.slice(0, MAX_OFFERED).map((column) => (
          <li key={column.columnId}>
            <span className={styles.name}>
              {column.columnLabel} <small>{column.detail}</small>
            </span>
            <Tool name={t('add', { column: nameOf(column) })} icon={IconPlus} onClick={() => onAdd(column)} />
          </li>
        ))}
      </ul>
      {offered.length === 0 && <Text size="sm">{t('noMatch')}</Text>}
      {offered.length > MAX_OFFERED && (
        <Text size="sm" c="dimmed">
          {t('more', { count: offered.length - MAX_OFFERED })}
        </Text>
      )}
    </section>
  );
}
