/** How far a file of a list is, those of the last day, and why one failed. */
import { Button, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTimeZone } from '../app-context/routeContext.ts';
import { failureText } from '../feedback/showFailure.ts';
import { formatTime } from '../i18n/formatTime.ts';
import classes from './lists.module.css';
import type { ListExport } from './useListExport.ts';

interface ExportProgressProps {
  file: ListExport;
  /** rows, until the server has counted them */
  expected: number;
}

export function ExportProgress({
  file: { running, progress, earlier, fetch, error },
  expected,
}: ExportProgressProps) {
  const { t } = useTranslation('lists');
  const timeZone = useTimeZone();
  const total = progress?.totalCount ?? expected;
  return (
    <>
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
          {earlier.map(({ exportKey, fileName = '', at, rows }) => (
            <Button key={exportKey} variant="subtle" size="compact-sm" onClick={() => fetch(exportKey)}>
              {t('exporting.fetch', { name: fileName, count: rows, at: formatTime(at, timeZone) })}
            </Button>
          ))}
        </div>
      )}
      {error !== null && (
        <p className={classes.problem} role="alert">
          {t('exporting.failed')}: {failureText(error)}
        </p>
      )}
    </>
  );
}
