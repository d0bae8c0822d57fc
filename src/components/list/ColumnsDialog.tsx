/** Which columns a list shows, in which order and how wide: by keys, by buttons, and by drawing them. */
import { useState } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../Dialog.tsx';
import { MAX_WIDTH, MIN_WIDTH } from '../columnWidth.ts';
import { isWithin } from '../wholeNumber.ts';
import type { ChoosableColumn } from './choosableColumn.ts';
import { ChosenColumns } from './ChosenColumns.tsx';
import styles from './list.module.css';
import { OfferedColumns } from './OfferedColumns.tsx';

export interface ColumnsDialogProps {
  /** the shown ones first, in their order */
  columns: readonly ChoosableColumn[];
  /** `widths` by column id: those that were changed */
  onSave: (visible: string[], widths: Record<string, number>) => void;
  /** the choice of the list itself comes back */
  onReset: () => void;
  onClose: () => void;
}

export function ColumnsDialog({ columns, onSave, onReset, onClose }: ColumnsDialogProps) {
  const { t } = useTranslation('lists');
  const [chosen, setChosen] = useState(() => columns.filter(({ visible }) => visible === 'Y'));
  const [widths, setWidths] = useState<Record<string, number | null>>({});
  const ids = new Set(chosen.map(({ columnId }) => columnId));
  const typed = Object.entries(widths).filter(([columnId]) => ids.has(columnId));
  const areWidths = typed.every(([, width]) => isWithin(width, { min: MIN_WIDTH, max: MAX_WIDTH }));
  return (
    <Dialog onClose={onClose} title={t('columnsTitle')} size="xl" closeLabel={t('cancel')}>
      <div className={styles.panes}>
        <ChosenColumns
          columns={chosen}
          widths={widths}
          onChange={setChosen}
          onWiden={(columnId, width) => setWidths({ ...widths, [columnId]: width })}
        />
        <OfferedColumns
          columns={columns.filter(({ columnId }) => !ids.has(columnId))}
          onAdd={(column) => setChosen([...chosen, column])}
        />
      </div>
      <Stack gap="xs" mt="md">
        {chosen.length === 0 && (
          <Text size="sm" role="status">
            {t('noColumns')}
          </Text>
        )}
        <Group justify="space-between">
          <Button variant="subtle" onClick={onReset}>
            {t('reset')}
          </Button>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button
              disabled={chosen.length === 0 || !areWidths}
              onClick={() =>
                onSave(
                  chosen.map(({ columnId }) => columnId),
                  // an empty width leaves the column as it is
                  Object.fromEntries(typed.flatMap(([id, width]) => (width === null ? [] : [[id, width]]))),
                )
              }
            >
              {t('save')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  );
}
