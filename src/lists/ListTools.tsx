/** What is done with a list as a whole: its view, its columns, how long texts are shown, and a file of it. */
import { Button, Checkbox } from '@mantine/core';
import { IconColumns3, IconTableExport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Call } from '../../shared/contract/index.ts';
import { ColumnsDialog } from '../components/index.ts';
import { ExportDialog } from './ExportDialog.tsx';
import type { ListWorld } from './useList.ts';
import { ViewsMenu } from './ViewsMenu.tsx';

interface ListToolsProps {
  list: ListWorld;
  label: string;
  exportCall: Call | undefined;
}

export function ListTools({ list, label, exportCall }: ListToolsProps) {
  const { t } = useTranslation('lists');
  const [open, setOpen] = useState<'columns' | 'export' | null>(null);
  const { choices, columns, info } = list;
  const close = () => setOpen(null);
  return (
    <>
      <ViewsMenu list={list} />
      <Button
        variant="default"
        leftSection={<IconColumns3 size={15} aria-hidden />}
        disabled={columns.length === 0}
        onClick={() => setOpen('columns')}
      >
        {t('columns')}
      </Button>
      {exportCall && (
        <Button
          variant="default"
          leftSection={<IconTableExport size={15} aria-hidden />}
          onClick={() => setOpen('export')}
        >
          {t('export')}
        </Button>
      )}
      <Checkbox
        label={t('fullText')}
        checked={info?.fullText === 'Y'}
        disabled={!info}
        onChange={({ currentTarget: { checked } }) => choices.keepFullText(checked ? 'Y' : 'N')}
      />
      {open === 'columns' && (
        <ColumnsDialog
          columns={columns.map((column) => ({ ...column, detail: column.page && column.columnId }))}
          onClose={close}
          onReset={() => {
            choices.resetColumns();
            close();
          }}
          onSave={(visible, widths) => {
            choices.showColumns(visible, widths);
            close();
          }}
        />
      )}
      {open === 'export' && exportCall && <ExportDialog list={list} label={label} onClose={close} />}
    </>
  );
}
