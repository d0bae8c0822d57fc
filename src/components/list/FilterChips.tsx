/** The filters that are set, also of columns that are not shown; each can be taken away. */
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './list.module.css';

export interface FilterChipsProps {
  /** `filterText`: what is asked for, in words */
  columns: readonly { columnId: string; columnLabel: string; filterText: string }[];
  onDrop: (columnId: string) => void;
  onDropAll: () => void;
}

export function FilterChips({ columns, onDrop, onDropAll }: FilterChipsProps) {
  const { t } = useTranslation('lists');
  if (columns.length === 0) return null;
  return (
    <Group gap="xs" mb="sm" role="group" aria-label={t('chips')}>
      {columns.map(({ columnId, columnLabel, filterText }) => (
        <span key={columnId} className={styles.chip}>
          <Text span size="sm" className={styles.words} title={filterText}>
            {filterText ? t('chip', { column: columnLabel, filter: filterText }) : columnLabel}
          </Text>
          <ActionIcon
            variant="subtle"
            size={24}
            aria-label={t('dropOne', { column: columnLabel })}
            onClick={() => onDrop(columnId)}
          >
            <IconX size={12} aria-hidden />
          </ActionIcon>
        </span>
      ))}
      <Button variant="subtle" size="compact-sm" onClick={onDropAll}>
        {t('dropAll')}
      </Button>
    </Group>
  );
}
