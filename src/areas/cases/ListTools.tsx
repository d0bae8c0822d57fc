/** What is done with the case list as a whole: its columns are chosen, and it is taken along as a file. */
import { Button } from '@mantine/core';
import { IconColumns3, IconTableExport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportCases } from '../../../shared/contract/index.ts';
import { download } from '../../api/index.ts';
import { ColumnsDialog } from '../../components/index.ts';
import type { ListColumn } from './cases.queries.ts';
import type { CaseListPlace } from './listAddress.ts';
import { useListChoices } from './useListChoices.ts';

export function ListTools({ columns, place }: { columns: readonly ListColumn[]; place: CaseListPlace }) {
  const { t } = useTranslation('lists');
  const { showColumns } = useListChoices();
  const [choosing, setChoosing] = useState(false);
  const { keyword, sort, direction, deleted } = place;
  const exporting = useMutation({
    mutationFn: () =>
      download(exportCases, {
        params: {},
        query: { keyword, sort, direction, deleted },
      }),
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconColumns3 size={15} aria-hidden />}
        onClick={() => setChoosing(true)}
      >
        {t('columns')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTableExport size={15} aria-hidden />}
        loading={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        {t('export')}
      </Button>
      {choosing && (
        <ColumnsDialog
          columns={columns.map((column) => ({ ...column, detail: column.page && column.columnId }))}
          onClose={() => setChoosing(false)}
          onSave={(visible) => {
            showColumns(visible);
            setChoosing(false);
          }}
        />
      )}
    </>
  );
}
