/** What was sent of the case: which version to whom, when, and how it was answered. */
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { listSubmissionsOfCase } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import { usePathTo, useTimeZone } from '../../../app-context/routeContext.ts';
import { DataTable, EmptyState, Timestamp } from '../../../components/index.ts';
import { useMay } from '../../../session/sessionStore.ts';
import { MessageState } from '../../../submission-view/MessageState.tsx';
import classes from './receivers.module.css';

export function SubmissionsTable({ caseKey }: { caseKey: number }) {
  const { t } = useTranslation(['submissions', 'editor']);
  const timeZone = useTimeZone();
  const to = usePathTo();
  const mayRead = useMay('READ.SUBMISSION', 'EDIT.SUBMISSION');
  const mayEdit = useMay('EDIT.SUBMISSION');
  const sent = useQuery({
    queryKey: [...caseQueryKey(caseKey), 'submissions'],
    queryFn: ({ signal }) => call(listSubmissionsOfCase, { params: { caseKey }, signal }),
  });
  const rows = sent.data?.listInfo ?? [];
  const time = (iso: string | null) => iso && <Timestamp iso={iso} timeZone={timeZone} />;
  return (
    <>
      <Title order={2} mt="lg" mb="sm">
        {t('ofCase.title')}
      </Title>
      {rows.length === 0 ? (
        <EmptyState title={t('ofCase.none')} />
      ) : (
        <DataTable
          label={t('ofCase.title')}
          rows={rows}
          rowKey={({ batchKey, versionNo }) => `${batchKey} ${versionNo}`}
          fullText
          columns={[
            {
              key: 'batch',
              label: t('batch'),
              render: ({ batchKey }) =>
                mayRead ? (
                  <Link to={to(`submission/history/${batchKey}/batch-detail`)} className={classes.link}>
                    {batchKey}
                  </Link>
                ) : (
                  batchKey
                ),
            },
            { key: 'receiver', label: t('receiver'), render: ({ receiver }) => receiver },
            { key: 'version', label: t('versionNo'), align: 'right', render: ({ versionNo }) => versionNo },
            { key: 'kind', label: t('kind'), render: ({ kind }) => t(`kinds.${kind}`) },
            {
              key: 'state',
              label: t('answer'),
              render: ({ state }) => <MessageState state={state} />,
            },
            { key: 'sentAt', label: t('sentAt'), render: ({ sentAt }) => time(sentAt) },
            { key: 'answeredAt', label: t('answeredAt'), render: ({ answeredAt }) => time(answeredAt) },
            { key: 'code', label: t('code'), render: ({ answerCode }) => answerCode ?? '' },
            { key: 'text', label: t('text'), render: ({ answerText }) => answerText ?? '' },
          ]}
        />
      )}
      {mayEdit && (
        <Link to={to(`submission/${caseKey}`)} className={classes.link}>
          {t('ofCase.submit')}
        </Link>
      )}
    </>
  );
}
