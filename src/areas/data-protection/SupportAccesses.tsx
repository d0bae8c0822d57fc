/** System administrators whom the sponsor lets see its data: granted for some days, ended at once, and what became of each. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  endSupportAccess,
  exportSupportAudit,
  grantSupportAccess,
  listSupportAudit,
  MAX_SUPPORT_DAYS,
  readSupportAccesses,
  type DataOf,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useRouteContext, useTimeZone } from '../../app-context/routeContext.ts';
import {
  DataTable,
  Dialog,
  EmptyState,
  GuardedButton,
  isWithin,
  LoadingArea,
  ReasonDialog,
  showSuccess,
  Timestamp,
  WholeNumberField,
  type Column,
} from '../../components/index.ts';
import { attemptProps } from '../../feedback/reasonProps.ts';
import { failureText } from '../../feedback/showFailure.ts';
import { List } from '../../lists/index.ts';
import { useMay } from '../../session/sessionStore.ts';

type Access = DataOf<typeof readSupportAccesses>['listInfo'][number];
type Translate = ReturnType<typeof useTranslation<'dataProtection'>>['t'];

const USUAL_DAYS = 3;
const DAYS = { min: 1, max: MAX_SUPPORT_DAYS };
const TRAIL_WIDTH_PX = 1100;

const accessesQuery = (sponsorKey: number) =>
  queryOptions({
    queryKey: ['supportAccesses', sponsorKey],
    queryFn: ({ signal }) => call(readSupportAccesses, { params: { sponsorKey }, signal }),
  });

type Open = { what: 'grant' | 'trail' } | { what: 'end'; access: Access };

export function SupportAccesses() {
  const { t } = useTranslation('dataProtection');
  const { sponsorKey } = useRouteContext();
  const mayEdit = useMay('EDIT.ADMIN');
  const timeZone = useTimeZone();
  const accesses = useQuery(accessesQuery(sponsorKey));
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <Stack>
      <Text c="dimmed" maw="60rem">
        {t('support.help')}
      </Text>
      <Group>
        {mayEdit && (
          <GuardedButton
            why={accesses.data?.possible === false ? t('support.notHere') : null}
            onClick={() => setOpen({ what: 'grant' })}
          >
            {t('support.grant')}
          </GuardedButton>
        )}
        <Button variant="default" onClick={() => setOpen({ what: 'trail' })}>
          {t('support.trail')}
        </Button>
      </Group>
      {accesses.isPending && <LoadingArea />}
      {accesses.isLoadingError && <EmptyState title={failureText(accesses.error)} />}
      {accesses.data && (
        <DataTable
          label={t('support.label')}
          rows={accesses.data.listInfo}
          rowKey={({ accessNo }) => String(accessNo)}
          columns={columnsOf(t, {
            timeZone,
            onEnd: mayEdit ? (access) => setOpen({ what: 'end', access }) : null,
          })}
          empty={t('support.none')}
        />
      )}
      {open?.what === 'grant' && <GrantDialog onClose={close} />}
      {open?.what === 'end' && <EndDialog access={open.access} onClose={close} />}
      {open?.what === 'trail' && (
        <Dialog onClose={close} size={TRAIL_WIDTH_PX} title={t('support.trailTitle')}>
          <List
            menuId="MU-AD-DP-AT"
            call={listSupportAudit}
            exportCall={exportSupportAudit}
            params={{ sponsorKey }}
            of={sponsorKey}
            label={t('support.trailTitle')}
            empty={t('support.none')}
          />
        </Dialog>
      )}
    </Stack>
  );
}

interface Shown {
  timeZone: string;
  /** null: the user may not end it */
  onEnd: ((access: Access) => void) | null;
}

function columnsOf(t: Translate, { timeZone, onEnd }: Shown): Column<Access>[] {
  const at = (iso: string | null) => iso !== null && <Timestamp iso={iso} timeZone={timeZone} />;
  return [
    { key: 'who', label: t('support.columns.who'), render: (one) => `${one.userName} (${one.userId})` },
    { key: 'reason', label: t('support.columns.reason'), render: ({ reason }) => reason },
    { key: 'grantedBy', label: t('support.columns.grantedBy'), render: ({ grantedBy }) => grantedBy },
    { key: 'grantedAt', label: t('support.columns.grantedAt'), render: ({ grantedAt }) => at(grantedAt) },
    { key: 'until', label: t('support.columns.until'), render: ({ endedAt, until }) => at(endedAt ?? until) },
    { key: 'state', label: t('support.columns.state'), render: (one) => stateOf(t, one) },
    { key: 'lastUsed', label: t('support.columns.lastUsed'), render: ({ lastUsedAt }) => at(lastUsedAt) },
    {
      key: 'actions',
      label: t('support.columns.actions'),
      render: (one) =>
        onEnd &&
        one.open && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('support.endTitle', { name: one.userName })}
            onClick={() => onEnd(one)}
          >
            {t('support.end')}
          </Button>
        ),
    },
  ];
}

function stateOf(t: Translate, { open, endedBy }: Access): string {
  if (open) return t('support.state.open');
  return endedBy === null ? t('support.state.over') : t('support.state.ended', { name: endedBy });
}

/** Carries a change out, says that it was, and reads the accesses again. */
function useChange(make: (reason: string) => Promise<unknown>, done: string, onClose: () => void) {
  const { sponsorKey } = useRouteContext();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: make,
    onSuccess: async () => {
      onClose();
      showSuccess(done);
      await queries.invalidateQueries({ queryKey: accessesQuery(sponsorKey).queryKey });
    },
  });
}

function GrantDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('dataProtection');
  const { sponsorKey } = useRouteContext();
  const [userId, setUserId] = useState('');
  const [days, setDays] = useState<number | null>(USUAL_DAYS);
  const [submitted, setSubmitted] = useState(false);
  const change = useChange(
    (reason) =>
      call(grantSupportAccess, {
        params: { sponsorKey },
        body: { userId: userId.trim(), days: days ?? USUAL_DAYS, reason },
      }),
    t('support.done'),
    onClose,
  );
  const isReady = () => {
    setSubmitted(true);
    return userId.trim() !== '' && isWithin(days, { ...DAYS, required: true });
  };
  return (
    <ReasonDialog
      {...attemptProps(change, onClose)}
      title={t('support.grantTitle')}
      note={
        <Stack>
          <TextInput
            label={t('support.userId')}
            required
            data-autofocus
            maxLength={100}
            value={userId}
            error={submitted && userId.trim() === '' ? t('components:form.missing') : null}
            onChange={({ currentTarget: { value } }) => setUserId(value)}
          />
          <WholeNumberField
            label={t('support.days')}
            description={t('support.daysHelp', { max: MAX_SUPPORT_DAYS })}
            required
            {...DAYS}
            value={days}
            error={submitted && days === null ? t('components:form.missing') : null}
            onChange={setDays}
          />
        </Stack>
      }
      isReady={isReady}
      confirmLabel={t('support.confirm')}
    />
  );
}

function EndDialog({ access: { accessNo, userName }, onClose }: { access: Access; onClose: () => void }) {
  const { t } = useTranslation('dataProtection');
  const { sponsorKey } = useRouteContext();
  const change = useChange(
    (reason) => call(endSupportAccess, { params: { sponsorKey, accessNo }, query: { reason } }),
    t('support.ended'),
    onClose,
  );
  return (
    <ReasonDialog
      {...attemptProps(change, onClose)}
      title={t('support.endTitle', { name: userName })}
      confirmLabel={t('support.end')}
    />
  );
}
