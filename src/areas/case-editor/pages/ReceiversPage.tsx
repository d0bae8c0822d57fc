/** Receivers that the case may be sent to, the findings that block each, and the submissions so far. */
import { Group, Loader, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTimeZone } from '../../../app-context/routeContext.ts';
import type { CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { DataTable, EmptyState, StatusBadge } from '../../../components/index.ts';
import { formatTime } from '../../../i18n/formatTime.ts';
import { distributionQuery, receiversQuery } from '../case.queries.ts';
import { NextButton } from '../components/NextButton.tsx';

export interface ReceiversPageProps {
  caseKey: number;
  shown: readonly CataloguePage[];
  /** shows the findings of a receiver */
  onReceiver: (receiver: string) => void;
}

export function ReceiversPage({ caseKey, shown, onReceiver }: ReceiversPageProps) {
  const { t } = useTranslation('editor');
  const timeZone = useTimeZone();
  const receivers = useQuery(receiversQuery(caseKey));
  const history = useQuery(distributionQuery(caseKey));
  if (!receivers.data || !history.data) return <Loader m="xl" aria-label={t('frame:loading')} />;
  const sent = history.data.listInfo;
  return (
    <>
      <Title order={2} mb="sm">
        {t('receivers.title')}
      </Title>
      {receivers.data.listInfo.length === 0 ? (
        <EmptyState title={t('receivers.none')} />
      ) : (
        <DataTable
          label={t('receivers.title')}
          rows={receivers.data.listInfo}
          rowKey={({ receiverName }) => receiverName}
          onOpen={({ region }) => onReceiver(region)}
          columns={[
            { key: 'name', label: t('receivers.name'), render: ({ receiverName }) => receiverName },
            { key: 'type', label: t('receivers.type'), render: ({ receiverType }) => receiverType },
            { key: 'region', label: t('receivers.region'), render: ({ region }) => region },
            {
              key: 'errors',
              label: t('findings.errors'),
              render: ({ errors }) => <StatusBadge tone={errors ? 'error' : 'success'}>{errors}</StatusBadge>,
            },
            {
              key: 'warnings',
              label: t('findings.warnings'),
              render: ({ warnings }) => (
                <StatusBadge tone={warnings ? 'warning' : 'neutral'}>{warnings}</StatusBadge>
              ),
            },
          ]}
        />
      )}
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
