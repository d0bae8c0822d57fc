/** Pseudonymisations: released with a signature, carried out by a job whose progress is shown, cancelled between cases. */
import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import {
  cancelPseudonymisation,
  readPseudonymisations,
  startPseudonymisation,
  type DataOf,
  type ListRow,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useRouteContext, useTimeZone } from '../../app-context/routeContext.ts';
import {
  DataTable,
  EmptyState,
  GuardedButton,
  ReasonDialog,
  showSuccess,
  Timestamp,
  useDialog,
  type Column,
} from '../../components/index.ts';
import { reasonProps } from '../../feedback/reasonProps.ts';
import { failureText } from '../../feedback/showFailure.ts';
import type { ListHandle } from '../../lists/index.ts';
import { useMay } from '../../session/sessionStore.ts';
import { SignatureFields, useSignature } from '../../signature/index.ts';

type Run = DataOf<typeof readPseudonymisations>['runs'][number];

const POLL_MS = 2000;

const runsQuery = (sponsorKey: number) => ({
  queryKey: ['pseudonymisations', sponsorKey] as const,
  queryFn: async () => (await call(readPseudonymisations, {})).runs,
});

const isHeld = ({ codes }: ListRow): boolean => codes['hold']?.[0] === 'Y';

/** Releases the pseudonymisation of the cases that are chosen in the list. */
export function ReleasePseudonymisation({ list }: { list: ListHandle }) {
  const { t } = useTranslation('dataProtection');
  const { sponsorKey } = useRouteContext();
  const queries = useQueryClient();
  const signature = useSignature('approval');
  const chosen = list.selected.filter((row) => !isHeld(row));
  const dialog = useDialog<readonly ListRow[], string>({
    carryOut: async (cases, reason) => {
      const caseKeys = cases.map(({ rowKey }) => Number(rowKey));
      await call(startPseudonymisation, { body: { caseKeys, reason, signature: signature.given } });
      await queries.invalidateQueries({ queryKey: runsQuery(sponsorKey).queryKey });
    },
    afterwards: () => {
      signature.clear();
      showSuccess(t('retention.isReleased'));
      list.clear();
    },
  });
  const hide = () => {
    signature.clear();
    dialog.hide();
  };
  return (
    <>
      <GuardedButton
        why={chosen.length === 0 ? t('retention.chooseDue') : null}
        onClick={() => dialog.show(chosen)}
      >
        {t('retention.pseudonymise')}
      </GuardedButton>
      {dialog.subject && (
        <ReasonDialog
          {...reasonProps(dialog)}
          title={t('retention.releaseTitle', { count: dialog.subject.length })}
          note={
            <Stack gap="xs">
              <Text size="sm">{dialog.subject.map(({ name }) => name).join(', ')}</Text>
              <Text size="sm">{t('retention.releaseWhat')}</Text>
              <Text size="sm">{t('retention.releaseStays')}</Text>
            </Stack>
          }
          isReady={signature.isGiven}
          confirmLabel={t('retention.confirmRelease')}
          onCancel={hide}
        >
          <SignatureFields {...signature.fields} />
        </ReasonDialog>
      )}
    </>
  );
}

/** What was released, and how far it is. */
export function PseudonymisationRuns() {
  const { t } = useTranslation('dataProtection');
  const { sponsorKey } = useRouteContext();
  const queries = useQueryClient();
  const columns = useColumns();
  const runs = useQuery({
    ...runsQuery(sponsorKey),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'running') ? POLL_MS : false,
  });
  const isRunning = runs.data?.some(({ state }) => state === 'running');
  // the cases that are done leave the list
  useEffect(() => {
    if (isRunning === false) void queries.invalidateQueries({ queryKey: ['list', 'MU-AD-DP-RT'] });
  }, [isRunning, queries]);
  if (runs.isLoadingError) return <EmptyState title={failureText(runs.error)} />;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('retention.runs.label')}
      </Title>
      <DataTable
        label={t('retention.runs.label')}
        rows={runs.data ?? []}
        rowKey={({ runKey }) => String(runKey)}
        columns={columns}
        empty={t('retention.runs.none')}
      />
    </Stack>
  );
}

function useColumns(): Column<Run>[] {
  const { t } = useTranslation('dataProtection');
  const timeZone = useTimeZone();
  return [
    {
      key: 'at',
      label: t('retention.runs.columns.at'),
      render: ({ at }) => <Timestamp iso={at} timeZone={timeZone} />,
    },
    { key: 'by', label: t('retention.runs.columns.by'), render: ({ userName }) => userName },
    { key: 'reason', label: t('retention.runs.columns.reason'), render: ({ reason }) => reason },
    { key: 'state', label: t('retention.runs.columns.state'), render: (run) => <RunState run={run} /> },
    {
      key: 'refused',
      label: t('retention.runs.columns.refused'),
      render: ({ refused }) =>
        refused.map(({ caseNo, why }) => (
          <Text key={caseNo} size="sm">
            {t(`retention.runs.why.${why}`, { caseNo })}
          </Text>
        )),
    },
  ];
}

function RunState({ run: { runKey, state, done, total } }: { run: Run }) {
  const { t } = useTranslation('dataProtection');
  const text = t(`retention.runs.state.${state}`, { done, total });
  if (state !== 'running') return text;
  return (
    <Group gap="xs" wrap="nowrap">
      <Stack gap={4} miw="10rem">
        <Progress value={(100 * done) / total} aria-label={t('retention.runs.progress')} />
        <Text size="sm">{text}</Text>
      </Stack>
      <CancelRun runKey={runKey} />
    </Group>
  );
}

/** Cancelling takes nothing back, so it is not confirmed. */
function CancelRun({ runKey }: { runKey: number }) {
  const { t } = useTranslation('dataProtection');
  const { sponsorKey } = useRouteContext();
  const queries = useQueryClient();
  const mayEdit = useMay('EDIT.ADMIN');
  const cancel = useMutation({
    mutationFn: () => call(cancelPseudonymisation, { params: { runKey } }),
    onSuccess: () => showSuccess(t('retention.runs.isCancelled')),
    onSettled: () => queries.invalidateQueries({ queryKey: runsQuery(sponsorKey).queryKey }),
  });
  if (!mayEdit) return null;
  return (
    <Button variant="default" size="xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {t('retention.runs.cancel')}
    </Button>
  );
}
