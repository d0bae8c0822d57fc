/** Which columns a list shows, and in which order. */
import { useState } from 'react';
import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './list.module.css';

export interface ChoosableColumn {
  columnId: string;
  columnLabel: string;
  /** tells columns of one label apart */
  detail: string;
  visible: 'Y' | 'N';
}

export interface ColumnsDialogProps {
  /** the shown ones first, in their order */
  columns: readonly ChoosableColumn[];
  onSave: (visible: string[]) => void;
  onClose: () => void;
}

/** More are found by searching: nobody reads a list of hundreds. */
const MOST_OFFERED = 40;

export function ColumnsDialog({ columns, onSave, onClose }: ColumnsDialogProps) {
  const { t } = useTranslation('lists');
  const [chosen, setChosen] = useState(() =>
    columns.filter(({ visible }) => visible === 'Y').map(({ columnId }) => columnId),
  );
  const [search, setSearch] = useState('');
  const byId = new Map(columns.map((column) => [column.columnId, column]));
  const offered = columns.filter(
    ({ columnId, columnLabel, detail }) =>
      !chosen.includes(columnId) &&
      `${columnLabel} ${detail}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const move = (at: number, by: 1 | -1) => {
    const moved = chosen.toSpliced(at, 1).toSpliced(at + by, 0, ...chosen.slice(at, at + 1));
    setChosen(moved);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('columnsTitle')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      <div className={styles.panes}>
        <section aria-label={t('chosen')}>
          <h3 className={styles.pane}>{t('chosen')}</h3>
          <ol className={styles.columns}>
            {chosen.map((columnId, at) => {
              const { columnLabel = columnId, detail = '' } = byId.get(columnId) ?? {};
              const column = `${columnLabel} ${detail}`.trim();
              return (
                <li key={columnId}>
                  <span className={styles.name}>
                    {columnLabel} <small>{detail}</small>
                  </span>
                  <Tool
                    name={t('up', { column })}
                    icon={IconArrowUp}
                    disabled={at === 0}
                    onClick={() => move(at, -1)}
                  />
                  <Tool
                    name={t('down', { column })}
                    icon={IconArrowDown}
                    disabled={at === chosen.length - 1}
                    onClick={() => move(at, 1)}
                  />
                  <Tool
                    name={t('remove', { column })}
                    icon={IconX}
                    onClick={() => setChosen(chosen.filter((one) => one !== columnId))}
                  />
                </li>
              );
            })}
          </ol>
        </section>
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
            {offered.slice(0, MOST_OFFERED).map(({ columnId, columnLabel, detail }) => (
              <li key={columnId}>
                <span className={styles.name}>
                  {columnLabel} <small>{detail}</small>
                </span>
                <Tool
                  name={t('add', { column: `${columnLabel} ${detail}`.trim() })}
                  icon={IconPlus}
                  onClick={() => setChosen([...chosen, columnId])}
                />
              </li>
            ))}
          </ul>
          {offered.length === 0 && <Text size="sm">{t('noMatch')}</Text>}
          {offered.length > MOST_OFFERED && (
            <Text size="sm" c="dimmed">
              {t('more', { count: offered.length - MOST_OFFERED })}
            </Text>
          )}
        </section>
      </div>
      <Stack gap="xs" mt="md">
        {chosen.length === 0 && <Text size="sm">{t('noColumns')}</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button disabled={chosen.length === 0} onClick={() => onSave(chosen)}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface ToolProps {
  name: string;
  icon: typeof IconX;
  disabled?: boolean;
  onClick: () => void;
}

const Tool = ({ name, icon: Icon, ...button }: ToolProps) => (
  <ActionIcon variant="subtle" size={24} aria-label={name} {...button}>
    <Icon size={14} aria-hidden />
  </ActionIcon>
);
