/** The list as a file: which rows and by which filters, as what, how far it is. Success closes. */
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathValues } from '../api/index.ts';
import { Dialog, showSuccess } from '../components/index.ts';
import { Notice } from '../feedback/Notice.tsx';
import type { ListWorld } from './useList.ts';
import { ExportProgress } from './ExportProgress.tsx';
import { queryOfState } from './list.queries.ts';
import { useListExport } from './useListExport.ts';

type ExportFormat = 'XLSX' | 'CSV';

const FORMATS: readonly ExportFormat[] = ['XLSX', 'CSV'];

interface ExportDialogProps {
  list: ListWorld;
  label: string;
  onClose: () => void;
}

export function ExportDialog({ list, label, onClose }: ExportDialogProps) {
  const { t } = useTranslation('lists');
  const [format, setFormat] = useState<ExportFormat>('XLSX');
  const { request, state } = list;
  const [missing, setMissing] = useState(0);
  const file = useListExport(request.menuId, (name, without) => {
    showSuccess(t('exporting.done', { name }));
    setMissing(without);
    if (without === 0) onClose();
  });
  const { running, error, start, cancel } = file;
  const query = { ...request.query, ...queryOfState(state), format };
  return (
    <Dialog onClose={onClose} title={t('exporting.title', { list: label })} closeLabel={t('common:close')}>
      <Stack gap="sm">
        <Narrowed list={list} />
        <Radio.Group
          label={t('exporting.format')}
          value={format}
          onChange={(chosen) => setFormat(chosen === 'CSV' ? 'CSV' : 'XLSX')}
        >
          <Group mt={6}>
            {FORMATS.map((one) => (
              <Radio key={one} value={one} label={t(`exporting.${one}`)} disabled={running} />
            ))}
          </Group>
        </Radio.Group>
        {missing > 0 && <Notice tone="warning">{t('exporting.missing', { count: missing })}</Notice>}
        <ExportProgress file={file} expected={list.paging?.totalCount ?? 0} />
        <Group justify="flex-end">
          <Button variant="default" onClick={running ? cancel : onClose}>
            {t(running ? 'exporting.cancel' : 'cancel')}
          </Button>
          <Button
            onClick={() => {
              setMissing(0);
              start({ params: pathValues(request.call, request.params), query });
            }}
            loading={running}
            data-autofocus
          >
            {t(error === null ? 'exporting.start' : 'retry')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** What the file will hold. */
function Narrowed({ list: { paging, shown, filtered, state } }: { list: ListWorld }) {
  const { t } = useTranslation('lists');
  const narrowing = [
    ...(state.keyword ? [t('exporting.keyword', { keyword: state.keyword })] : []),
    ...(state.deleted === 'N' ? [] : [t(`deleted.${state.deleted}`)]),
    ...filtered.map(({ columnLabel, filterText }) => `${columnLabel}: ${filterText}`),
  ];
  return (
    <div>
      <Text>
        {t('exporting.what', { count: paging?.totalCount ?? 0 })}{' '}
        {t('exporting.columns', { count: shown.length })}
      </Text>
      <Text size="sm" c="dimmed">
        {narrowing.length === 0 ? t('exporting.all') : t('exporting.narrowed')}
      </Text>
      {narrowing.length > 0 && (
        <ul>
          {narrowing.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
