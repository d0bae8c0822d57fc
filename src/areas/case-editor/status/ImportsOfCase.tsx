/** The messages that the case was imported from: what was not mapped, and what the conversion from E2B(R2) made of values. */
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePathTo, useTimeZone } from '../../../app-context/routeContext.ts';
import { DataTable } from '../../../components/index.ts';
import { formatTime } from '../../../i18n/formatTime.ts';
import { MessageDetails } from '../../../import-view/MessageDetails.tsx';
import { useMay } from '../../../session/sessionStore.ts';
import { importsQuery } from './versions.queries.ts';

/** Nothing where the case was not imported. */
export function ImportsOfCase({ caseKey }: { caseKey: number }) {
  const { t } = useTranslation(['status', 'import']);
  const timeZone = useTimeZone();
  const to = usePathTo();
  const mayOpen = useMay('READ.DATA', 'EDIT.DATA');
  const { data } = useQuery(importsQuery(caseKey));
  if (!data || data.imports.length === 0) return null;
  return (
    <>
      <Title order={3}>{t('imports.title')}</Title>
      <DataTable
        label={t('imports.title')}
        rows={data.imports}
        rowKey={({ dataKey, seq }) => `${dataKey} ${seq}`}
        fullText
        columns={[
          {
            key: 'file',
            label: t('import:columns.file'),
            render: ({ dataKey, fileName, form }) => (
              <>
                {mayOpen ? (
                  <Link to={to(`data/history/${dataKey}/import-detail`)}>{fileName}</Link>
                ) : (
                  fileName
                )}
                {form && ` (${form === 'R2' || form === 'R3' ? `E2B(${form})` : form})`}
              </>
            ),
          },
          {
            key: 'at',
            label: t('imports.at'),
            render: ({ at, userName }) => `${formatTime(at, timeZone)}, ${userName}`,
          },
          { key: 'case', label: t('import:columns.case'), render: ({ caseNo }) => caseNo },
          {
            key: 'found',
            label: t('imports.found'),
            render: (one) =>
              one.findings.length + one.residue.length + one.notes.length + one.cells.length === 0 ? (
                t('imports.nothing')
              ) : (
                <MessageDetails {...one} />
              ),
          },
        ]}
      />
    </>
  );
}
