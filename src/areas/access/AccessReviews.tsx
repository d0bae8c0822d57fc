/** The reviews of access: begun, looked at user by user, signed. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { startAccessReview } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useRouteContext, useTimeZone } from '../../app-context/routeContext.ts';
import {
  DataTable,
  EmptyState,
  GuardedButton,
  LoadingArea,
  ReasonDialog,
  showSuccess,
  Timestamp,
  useDialog,
  type Column,
} from '../../components/index.ts';
import { reasonProps } from '../../feedback/reasonProps.ts';
import { failureText } from '../../feedback/showFailure.ts';
import { useMay } from '../../session/sessionStore.ts';
import { ReviewOf } from './ReviewOf.tsx';
import { reviewsQuery, type Review } from './reviews.queries.ts';

type Translate = ReturnType<typeof useTranslation<'access'>>['t'];

export function AccessReviews() {
  const { t } = useTranslation('access');
  const { sponsorKey } = useRouteContext();
  const mayEdit = useMay('EDIT.ADMIN');
  const timeZone = useTimeZone();
  const reviews = useQuery(reviewsQuery(sponsorKey));
  const [openNo, setOpenNo] = useState<number | null>(null);
  const all = reviews.data?.listInfo ?? [];
  const open = all.find(({ reviewNo }) => reviewNo === openNo);
  if (open) return <ReviewOf review={open} onBack={() => setOpenNo(null)} />;
  return (
    <Stack>
      <Text c="dimmed" maw="60rem">
        {t('reviews.help')}
      </Text>
      {mayEdit && (
        <Group>
          <StartReview isUnderWay={all.some(({ signature }) => signature === null)} onStarted={setOpenNo} />
        </Group>
      )}
      {reviews.isPending && <LoadingArea />}
      {reviews.isLoadingError && <EmptyState title={failureText(reviews.error)} />}
      {reviews.data && (
        <DataTable
          label={t('reviews.label')}
          rows={all}
          rowKey={({ reviewNo }) => String(reviewNo)}
          columns={columnsOf(t, timeZone, setOpenNo)}
          empty={t('reviews.none')}
        />
      )}
    </Stack>
  );
}

function StartReview({ isUnderWay, onStarted }: { isUnderWay: boolean; onStarted: (no: number) => void }) {
  const { t } = useTranslation('access');
  const { sponsorKey } = useRouteContext();
  const queries = useQueryClient();
  const dialog = useDialog<'start', string>({
    carryOut: async (_, reason) => {
      const { reviewNo } = await call(startAccessReview, { params: { sponsorKey }, body: { reason } });
      await queries.invalidateQueries({ queryKey: reviewsQuery(sponsorKey).queryKey });
      onStarted(reviewNo);
    },
    afterwards: () => showSuccess(t('reviews.started')),
  });
  return (
    <>
      <GuardedButton why={isUnderWay ? t('reviews.isUnderWay') : null} onClick={() => dialog.show('start')}>
        {t('reviews.start')}
      </GuardedButton>
      {dialog.subject && (
        <ReasonDialog
          {...reasonProps(dialog)}
          title={t('reviews.startTitle')}
          confirmLabel={t('reviews.confirmStart')}
        />
      )}
    </>
  );
}

const columnsOf = (t: Translate, timeZone: string, open: (reviewNo: number) => void): Column<Review>[] => [
  {
    key: 'startedAt',
    label: t('reviews.columns.started'),
    render: ({ startedAt }) => <Timestamp iso={startedAt} timeZone={timeZone} />,
  },
  { key: 'startedBy', label: t('reviews.columns.startedBy'), render: ({ startedBy }) => startedBy },
  { key: 'reason', label: t('reviews.columns.reason'), render: ({ reason }) => reason },
  { key: 'users', label: t('reviews.columns.users'), align: 'right', render: ({ users }) => users },
  {
    key: 'open',
    label: t('reviews.columns.undecided'),
    align: 'right',
    render: ({ undecided }) => undecided,
  },
  {
    key: 'signed',
    label: t('reviews.columns.signed'),
    render: ({ signature }) => signature && <Timestamp iso={signature.at} timeZone={timeZone} />,
  },
  { key: 'signedBy', label: t('reviews.columns.signedBy'), render: ({ signature }) => signature?.by ?? '' },
  {
    key: 'actions',
    label: t('reviews.columns.actions'),
    render: ({ reviewNo, signature }) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('reviews.openOf', { number: reviewNo })}
        onClick={() => open(reviewNo)}
      >
        {t(signature ? 'reviews.look' : 'reviews.open')}
      </Button>
    ),
  },
];
