/** The way the case took through the workflow. */
import { Group, Loader, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTimeZone } from '../../../frame/place.ts';
import type { CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { DataTable, EmptyState } from '../../../components/index.ts';
import { formatTime } from '../../../i18n/formatTime.ts';
import { workflowQuery } from '../case.queries.ts';
import { useTabPaging } from '../casePlace.ts';
import { NextButton } from '../components/NextButton.tsx';

export function WorkflowPage({ caseKey, shown }: { caseKey: number; shown: readonly CataloguePage[] }) {
  const { t } = useTranslation('editor');
  const timeZone = useTimeZone();
  const { place, hash, go } = useTabPaging(caseKey, 'WF');
  const { data } = useQuery(workflowQuery(caseKey, place, hash));
  if (!data) return <Loader m="xl" aria-label={t('frame:loading')} />;
  return (
    <>
      <Title order={2} mb="sm">
        {t('workflow.title')}
      </Title>
      {data.listInfo.length === 0 ? (
        <EmptyState title={t('workflow.none')} />
      ) : (
        <DataTable
          label={t('workflow.title')}
          rows={data.listInfo}
          rowKey={({ stepNo }) => String(stepNo)}
          paging={data.pageInfo}
          onPaging={go}
          columns={[
            { key: 'step', label: t('rows.no'), align: 'right', render: ({ stepNo }) => stepNo },
            { key: 'from', label: t('workflow.from'), render: ({ fromStatus }) => fromStatus ?? '' },
            { key: 'to', label: t('workflow.to'), render: ({ toStatus }) => toStatus },
            { key: 'user', label: t('audit.user'), render: ({ userName }) => userName },
            { key: 'comments', label: t('workflow.comments'), render: ({ comments }) => comments ?? '' },
            { key: 'at', label: t('audit.time'), render: ({ at }) => formatTime(at, timeZone) },
          ]}
        />
      )}
      <Group justify="flex-end" mt="md">
        <NextButton shown={shown} page="WF" />
      </Group>
    </>
  );
}
