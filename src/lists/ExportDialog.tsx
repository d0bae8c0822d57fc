/** The list as a file: which rows and by which filters, as what, how far it is. Success closes. */
import { Button, Group, Progress, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, showSuccess } from '../components/index.ts';
import { useTimeZone } from '../app-context/routeContext.ts';
import { failureText } from '../feedback/showFailure.ts';
import { formatTime } from '../i18n/formatTime.ts';
import classes from './lists.module.css';
import type { ListWorld } from './useList.ts';
import { useListExport, type ExportFormat } from './useListExport.ts';

const FORMATS: readonly ExportFormat[] = ['XLSX', 'CSV'];

interface ExportDialogProps {
  list: ListWorld;
  label: string;
  onClose: () => void;
}

export function ExportDialog({ list, label, onClose }: ExportDialogProps) {
  const { t } = useTranslation('lists');
  const timeZone = useTimeZone();
  const [format, setFormat] = useState<ExportFormat>('XLSX');
  const { running, error, progress, earlier, fetch, start, cancel } = useListExport(list, (name) => {
    showSuccess(t('exporting.done', { name }));
    onClose();
  });
  const total = progress?.totalCount ?? list.paging?.totalCount ?? 0;
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
        {running && (
          <div role="status">
            <Text size="sm">
              {progress ? t('exporting.rows', { rows: progress.rows, count: total }) : t('exporting.begins')}
            </Text>
            <Progress
              mt={4}
              value={progress && total > 0 ? (100 * progress.rows) / total : 0}
              aria-label={t('exporting.progress')}
            />
            <Text mt={4} size="sm" c="dimmed">
              {t('exporting.goesOn')}
            </Text>
          </div>
        )}
        {earlier.length > 0 && !running && (
          <div>
            <Text size="sm">{t('exporting.earlier')}</Text>
            {earlier.map(({ exportKey, fileName = '', at, totalCount }) => (
              <Button key={exportKey} variant="subtle" size="compact-sm" onClick={() => fetch(exportKey)}>
                {t('exporting.fetch', { name: fileName, count: totalCount, at: formatTime(at, timeZone) })}
              </Button>
            ))}
          </div>
        )}
        {error !== null && (
          <p className={classes.problem} role="alert">
            {t('exporting.failed')}: {failureText(error)}
          </p>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={running ? cancel : onClose}>
            {t(running ? 'exporting.cancel' : 'cancel')}
          </Button>
          <Button onClick={() => start(format)} loading={running} data-autofocus>
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
