/** Receivers of the case: proposed, chosen, with the findings that block each; and the distribution so far. */
import { Group, Loader, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteContext, useTimeZone } from '../../../app-context/routeContext.ts';
import type { Catalogue, CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { DataTable, EmptyState } from '../../../components/index.ts';
import { formatTime } from '../../../i18n/formatTime.ts';
import { distributionQuery, receiversQuery } from '../case.queries.ts';
import { NextButton } from '../components/NextButton.tsx';
import { SubmissionsTable } from '../receivers/SubmissionsTable.tsx';
import { caseReceiversQuery, type CaseReceiver } from '../receivers/receivers.queries.ts';
import type { ReceiverRow } from '../receivers/receiverColumns.tsx';
import { ReceiversTable } from '../receivers/ReceiversTable.tsx';

export interface ReceiversPageProps {
  caseKey: number;
  shown: readonly CataloguePage[];
  catalogue: Catalogue;
  /** shows the findings of a receiver */
  onReceiver: (receiver: string) => void;
}

export function ReceiversPage({ caseKey, shown, catalogue, onReceiver }: ReceiversPageProps) {
  const { t } = useTranslation('editor');
  const timeZone = useTimeZone();
  const { appendix } = useRouteContext();
  const receivers = useQuery(caseReceiversQuery(caseKey, appendix));
  const history = useQuery(distributionQuery(caseKey));
  const findings = useQuery(receiversQuery(caseKey));
  const rows = useMemo(
    () => withFindings(receivers.data?.listInfo ?? [], findings.data?.listInfo ?? []),
    [receivers.data, findings.data],
  );
  if (!receivers.data || !findings.data || !history.data)
    return <Loader m="xl" aria-label={t('frame:loading')} />;
  const sent = history.data.listInfo;
  return (
    <>
      <Title order={2} mb="sm">
        {t('receivers.title')}
      </Title>
      {rows.length === 0 ? (
        <EmptyState title={t('receivers.none')} />
      ) : (
        <ReceiversTable {...{ caseKey, catalogue, rows }} receivers={receivers.data} onOpen={onReceiver} />
      )}
      <SubmissionsTable caseKey={caseKey} />
      <Title order={2} mt="lg" mb="sm">
        {t('distribution.title')}
      </Title>
      {sent.length === 0 ? (
        <EmptyState title={t('distribution.none')} />
      ) : (
        <DataTable
          label={t('distribution.title')}
          rows={sent}
          rowKey={({ time, reportId, userId }) => `${time} ${reportId} ${userId}`}
          columns={[
            { key: 'time', label: t('audit.time'), render: ({ time }) => formatTime(time, timeZone) },
            { key: 'user', label: t('audit.user'), render: ({ userId }) => userId },
            { key: 'report', label: t('distribution.report'), render: ({ reportId }) => reportId },
            { key: 'receiver', label: t('receivers.name'), render: ({ receiver }) => receiver ?? '' },
            {
              key: 'version',
              label: t('distribution.version'),
              align: 'right',
              render: ({ versionNo }) => versionNo,
            },
          ]}
        />
      )}
      <Group justify="flex-end" mt="md">
        <NextButton shown={shown} page="RE" />
      </Group>
    </>
  );
}

/** A partner has no rules of its own. */
const withFindings = (
  receivers: readonly CaseReceiver[],
  findings: readonly { receiverName: string; errors: number; warnings: number }[],
): ReceiverRow[] =>
  receivers.map((row) => {
    const { errors = 0, warnings = 0 } =
      findings.find(({ receiverName }) => receiverName === row.receiver) ?? {};
    return { ...row, errors, warnings };
  });
