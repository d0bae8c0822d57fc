/** What the messages of an import have become, as far as it is. */
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ImportMessage, ImportRun } from '../../../shared/contract/index.ts';
import { usePathTo } from '../../app-context/routeContext.ts';
import { DataTable, type Column } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { OutcomeBadge } from '../../import-view/ImportBadges.tsx';
import { messagesQuery } from './importRuns.queries.ts';
import { useImportScope } from './useImportScope.ts';

const FIRST_PAGE = { pageNo: 1, rowCount: 20 };

export function Outcomes({ run }: { run: ImportRun }) {
  const { t } = useTranslation('import');
  const to = usePathTo();
  const [paging, setPaging] = useState(FIRST_PAGE);
  const messages = useQuery(messagesQuery(useImportScope(), run, paging));
  const columns: Column<ImportMessage>[] = [
    {
      key: 'message',
      label: t('columns.message'),
      render: ({ seq, caseNumber, fileName }) => `${seq} ${caseNumber ?? fileName}`,
    },
    {
      key: 'outcome',
      label: t('columns.outcome'),
      render: ({ outcome }) => <OutcomeBadge outcome={outcome} />,
    },
    {
      key: 'case',
      label: t('columns.case'),
      render: ({ caseKey, caseNo }) =>
        caseKey === null ? (
          caseNo
        ) : (
          <Anchor component={Link} to={to(`case/${caseKey}/detail`)} size="sm">
            {caseNo}
          </Anchor>
        ),
    },
    { key: 'why', label: t('columns.why'), render: ({ problem }) => problem },
  ];
  return (
    <>
      <FailureNotice error={messages.error} />
      <DataTable
        label={t('table.title')}
        rows={messages.data?.listInfo ?? []}
        rowKey={({ seq }) => String(seq)}
        columns={columns}
        loading={messages.isPending}
        fullText
        grid
        paging={messages.data?.pageInfo}
        onPaging={setPaging}
      />
    </>
  );
}
