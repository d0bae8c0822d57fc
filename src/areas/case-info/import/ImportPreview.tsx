/** What an import would do: counts, cells that cannot be read, and records. */
import { Table, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Scroller, StatusBadge } from '../../../components/index.ts';
import { Notice } from '../../../feedback/Notice.tsx';
import classes from './import.module.css';
import { cellReference } from '../../../../shared/text/cellReference.ts';
import type { ImportPreviewData } from './useRecordImport.ts';

const DECISIONS = ['new', 'changed', 'unchanged', 'refused'] as const;
const TONES = { new: 'success', changed: 'info', unchanged: 'neutral', refused: 'error' } as const;

export function ImportPreview({ preview, fileName }: { preview: ImportPreviewData; fileName: string }) {
  const { t } = useTranslation('caseInfo');
  const { counts, findings, records } = preview;
  return (
    <section aria-label={t('import.preview')}>
      <Title order={2} className={classes.heading}>
        {t('import.previewOf', { file: fileName })}
      </Title>
      <p className={classes.counts}>
        {DECISIONS.filter((decision) => counts[decision] > 0).map((decision) => (
          <StatusBadge key={decision} tone={TONES[decision]}>
            {t(`import.counts.${decision}`, { count: counts[decision] })}
          </StatusBadge>
        ))}
      </p>
      {counts.findings > 0 ? (
        <Notice tone="error" role="alert">
          {t('import.findings', { count: counts.findings })}
        </Notice>
      ) : (
        counts.new + counts.changed === 0 && <Notice tone="success">{t('import.nothing')}</Notice>
      )}
      {findings.length > 0 && <Findings findings={findings} total={counts.findings} />}
      {records.length > 0 && <Records records={records} />}
    </section>
  );
}

function Findings({ findings, total }: { findings: ImportPreviewData['findings']; total: number }) {
  const { t } = useTranslation('caseInfo');
  return (
    <Scroller className={classes.scroll} aria-label={t('import.findingsLabel')}>
      <Table aria-label={t('import.findingsLabel')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('import.sheet')}</Table.Th>
            <Table.Th>{t('import.cell')}</Table.Th>
            <Table.Th>{t('import.item')}</Table.Th>
            <Table.Th>{t('import.text')}</Table.Th>
            <Table.Th>{t('import.why')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {findings.map((finding, index) => (
            <Table.Tr key={index}>
              <Table.Td>{finding.sheet}</Table.Td>
              <Table.Td>{cellReference(finding)}</Table.Td>
              <Table.Td>{finding.label ?? ''}</Table.Td>
              <Table.Td className={classes.text}>{finding.text}</Table.Td>
              <Table.Td>{finding.message}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {total > findings.length && <p>{t('import.more', { count: total - findings.length })}</p>}
    </Scroller>
  );
}

const EMPTY = '–';

function ChangedValues({ values }: Pick<ImportPreviewData['records'][number], 'values'>) {
  return (
    values.length > 0 && (
      <ul className={classes.values}>
        {values.map(({ label, row, before, after }, index) => (
          <li key={index} className={classes.text}>
            {row === null ? label : `${label} ${row}`}: {before || EMPTY} → {after || EMPTY}
          </li>
        ))}
      </ul>
    )
  );
}

function Records({ records }: { records: ImportPreviewData['records'] }) {
  const { t } = useTranslation('caseInfo');
  return (
    <Scroller className={classes.scroll} aria-label={t('import.recordsLabel')}>
      <Table aria-label={t('import.recordsLabel')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('import.line')}</Table.Th>
            <Table.Th>{t('import.name')}</Table.Th>
            <Table.Th>{t('import.decision')}</Table.Th>
            <Table.Th>{t('import.changes')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {records.map(({ sheet, row, name, decision, changes, values }) => (
            <Table.Tr key={`${sheet} ${row}`}>
              <Table.Td>{sheet === '' ? row : `${sheet} ${row}`}</Table.Td>
              <Table.Td className={classes.text}>{name}</Table.Td>
              <Table.Td>
                <StatusBadge tone={TONES[decision]}>{t(`import.decisions.${decision}`)}</StatusBadge>
              </Table.Td>
              <Table.Td>
                {changes === 0 ? '' : changes}
                <ChangedValues values={values} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scroller>
  );
}
