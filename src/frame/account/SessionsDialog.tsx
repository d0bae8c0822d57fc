/** Where the user is signed in, and ending sessions they do not know or need. */
import { Badge, Button, Group, Loader, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import { useTranslation } from 'react-i18next';
import {
  endOpenSession,
  endOtherSessions,
  listSessions,
  type OpenSession as OpenSessionSchema,
} from '../../../shared/contract/index.ts';
import { useTimeZone } from '../../app-context/routeContext.ts';
import { call } from '../../api/index.ts';
import { Dialog, showSuccess, Timestamp } from '../../components/index.ts';
import { useSession } from '../../session/sessionStore.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { deviceOf } from './device.ts';

type OpenSession = Static<typeof OpenSessionSchema>;

export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const { userKey } = useSession();
  const queries = useQueryClient();
  const queryKey = ['open-sessions', userKey];
  const sessions = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(listSessions, { params: { userKey }, signal })).sessionList,
    meta: { ownFailure: true },
  });
  const after = () => queries.invalidateQueries({ queryKey });
  const end = useMutation({
    mutationFn: (sessionId: string) => call(endOpenSession, { params: { userKey, sessionId } }),
    onSettled: after,
  });
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions, { params: { userKey } }),
    onSuccess: ({ ended }) => showSuccess(t('sessions.ended', { count: ended })),
    onSettled: after,
  });
  const list = sessions.data ?? [];
  return (
    <Dialog onClose={onClose} size="xl" title={t('sessions.title')}>
      <Stack>
        <Text size="sm">{t('sessions.text')}</Text>
        {sessions.isPending && <Loader aria-label={t('sessions.loading')} />}
        <FailureNotice error={sessions.error} />
        {sessions.isSuccess && (
          <SessionTable
            list={list}
            busy={end.isPending ? end.variables : null}
            onEnd={(sessionId) => end.mutate(sessionId)}
          />
        )}
        <Group justify="space-between">
          <Button
            variant="default"
            disabled={list.every(({ current }) => current)}
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate()}
          >
            {t('sessions.endOthers')}
          </Button>
          <Button onClick={onClose} data-autofocus>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface SessionTableProps {
  list: readonly OpenSession[];
  /** the session that is being ended */
  busy: string | null;
  onEnd: (sessionId: string) => void;
}

function SessionTable({ list, busy, onEnd }: SessionTableProps) {
  const { t } = useTranslation('account');
  const timeZone = useTimeZone();
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('sessions.where')}</Table.Th>
            <Table.Th>{t('sessions.since')}</Table.Th>
            <Table.Th>{t('sessions.lastSeen')}</Table.Th>
            <Table.Th>
              <VisuallyHidden>{t('sessions.end')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {list.map(({ sessionId, current, sponsorName, startedAt, lastSeenAt, ip, agent, signedInBy }) => {
            const device = deviceOf(agent) ?? t('sessions.unknown');
            return (
              <Table.Tr key={sessionId}>
                <Table.Td>
                  <span title={agent ?? undefined}>{device}</span>
                  <Text size="xs" c="dimmed">
                    {[ip, sponsorName, t(`sessions.by.${signedInBy}`)].filter(Boolean).join(' · ')}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Timestamp iso={startedAt} timeZone={timeZone} />
                </Table.Td>
                <Table.Td>
                  <Timestamp iso={lastSeenAt} timeZone={timeZone} />
                </Table.Td>
                <Table.Td ta="end">
                  {current ? (
                    <Badge variant="light" tt="none" miw="max-content">
                      {t('sessions.current')}
                    </Badge>
                  ) : (
                    <Button
                      size="compact-sm"
                      variant="default"
                      loading={busy === sessionId}
                      aria-label={t('sessions.endOf', { device })}
                      onClick={() => onEnd(sessionId)}
                    >
                      {t('sessions.end')}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
