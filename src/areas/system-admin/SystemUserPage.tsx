/** A user over all sponsors: the account, where it works, and what the system administration does with it. */
import { Alert, Badge, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import {
  changeSystemUser,
  exportSystemUserAudit,
  listSystemUserAudit,
  readSystemUser,
  type BodyOf,
  type DataOf,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useTimeZone } from '../../app-context/routeContext.ts';
import {
  Details,
  LoadingArea,
  PageHeader,
  ReasonDialog,
  showSuccess,
  useDialog,
} from '../../components/index.ts';
import { ShownLink } from '../../components/ShownLink.tsx';
import { PageFailure } from '../../feedback/PageFailure.tsx';
import { reasonProps } from '../../feedback/reasonProps.ts';
import { formatTime } from '../../i18n/formatTime.ts';
import { List } from '../../lists/index.ts';
import classes from './systemAdmin.module.css';

type User = DataOf<typeof readSystemUser>;
type Action = BodyOf<typeof changeSystemUser>['action'];
interface Chosen {
  action: Action;
  sponsorKey?: number;
}

const AUDIT = 'AD-MU-US-AT';

export function SystemUserPage() {
  const userKey = Number(useParams()['userKey']);
  const queries = useQueryClient();
  const user = useQuery({
    queryKey: ['system-user', userKey],
    queryFn: ({ signal }) => call(readSystemUser, { params: { userKey }, signal }),
    gcTime: 0,
    meta: { ofPage: true },
  });
  if (user.isLoadingError) return <PageFailure error={user.error} onRetry={() => void user.refetch()} />;
  if (!user.data) return <LoadingArea />;
  return (
    <SystemUser
      user={user.data}
      onAct={async (body) => (await call(changeSystemUser, { params: { userKey }, body })).link}
      onActed={async () => {
        await Promise.all([user.refetch(), queries.invalidateQueries({ queryKey: ['list', AUDIT] })]);
      }}
    />
  );
}

interface SystemUserProps {
  user: User;
  /** answers the link of an invitation that was not mailed */
  onAct: (body: BodyOf<typeof changeSystemUser>) => Promise<string | null>;
  onActed: () => Promise<void>;
}

function SystemUser({ user, onAct, onActed }: SystemUserProps) {
  const { t } = useTranslation('systemAdmin');
  const [link, setLink] = useState<string | null>(null);
  const dialog = useDialog<Chosen, string>({
    carryOut: async (chosen, reason) => setLink(await onAct({ ...chosen, reason })),
    afterwards: ({ action }) => {
      showSuccess(t(`user.done.${action}`));
      void onActed();
    },
  });
  const chosen = dialog.subject;
  return (
    <div className={classes.page}>
      <PageHeader title={user.userName} subtitle={user.userId} />
      <Stack gap="lg">
        {user.isOwn && <Alert>{t('user.own')}</Alert>}
        {link !== null && <ShownLink link={link} name={user.userName} />}
        {!user.isOwn && (
          <Group gap="xs">
            {actionsOf(user).map((action) => (
              <Button key={action} variant="default" onClick={() => dialog.show({ action })}>
                {t(`user.actions.${action}`)}
              </Button>
            ))}
          </Group>
        )}
        <Facts user={user} />
        <Parts user={user} onUnlock={(sponsorKey) => dialog.show({ action: 'unlock', sponsorKey })} />
        <section>
          <Title order={2} size="h4" mb="xs">
            {t('user.trail')}
          </Title>
          <List
            menuId={AUDIT}
            call={listSystemUserAudit}
            exportCall={exportSystemUserAudit}
            params={{ userKey: user.userKey }}
            of={user.userKey}
            label={t('user.trail')}
            empty={t('user.noTrail')}
          />
        </section>
      </Stack>
      {chosen && (
        <ReasonDialog
          {...reasonProps(dialog)}
          title={t(`user.actions.${chosen.action}`)}
          note={<Text>{t(`user.notes.${chosen.action}`)}</Text>}
        />
      )}
    </div>
  );
}

const actionsOf = ({ active, systemAdmin, openSessions, secondFactorSince }: User): Action[] => [
  ...(active ? (['invite', 'deactivate'] as const) : (['activate'] as const)),
  ...(openSessions > 0 ? (['endSessions'] as const) : []),
  ...(secondFactorSince === null ? [] : (['resetFactor'] as const)),
  systemAdmin ? 'removeSystemAdmin' : 'makeSystemAdmin',
];

function Facts({ user }: { user: User }) {
  const { t } = useTranslation(['systemAdmin', 'common']);
  const timeZone = useTimeZone();
  const time = (at: string | null) => (at === null ? null : formatTime(at, timeZone));
  const { lastFailure } = user;
  return (
    <Details
      details={[
        { label: t('user.email'), value: user.email },
        {
          label: t('user.account'),
          value: (
            <Group gap={4}>
              <Badge color={user.active ? 'green' : 'red'} variant="light" tt="none">
                {t(user.active ? 'user.active' : 'user.inactive')}
              </Badge>
              {user.systemAdmin && (
                <Badge variant="light" tt="none">
                  {t('user.systemAdmin')}
                </Badge>
              )}
            </Group>
          ),
        },
        { label: t('user.password'), value: time(user.passwordChangedAt) },
        { label: t('user.factor'), value: time(user.secondFactorSince) },
        { label: t('user.sessions'), value: user.openSessions },
        { label: t('user.invited'), value: time(user.invitedUntil) },
        { label: t('user.failure'), value: lastFailure && `${time(lastFailure.at)}, ${lastFailure.ip}` },
      ]}
    />
  );
}

const LOCKED = new Set<User['parts'][number]['state']>(['locked', 'inactive']);

function Parts({ user, onUnlock }: { user: User; onUnlock: (sponsorKey: number) => void }) {
  const { t } = useTranslation('systemAdmin');
  const timeZone = useTimeZone();
  if (user.parts.length === 0) return <Text>{t('user.noParts')}</Text>;
  return (
    <Table.ScrollContainer minWidth={600}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {(['company', 'sponsor', 'roles', 'state', 'since', 'lastSignIn', 'unlock'] as const).map(
              (column) => (
                <Table.Th key={column}>{t(`user.columns.${column}`)}</Table.Th>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {user.parts.map(({ sponsorKey, company, sponsor, roles, state, since, lastSignIn }) => (
            <Table.Tr key={sponsorKey}>
              <Table.Td>{company}</Table.Td>
              <Table.Td>{sponsor}</Table.Td>
              <Table.Td>{roles}</Table.Td>
              <Table.Td>{t(`user.states.${state}`)}</Table.Td>
              <Table.Td>{formatTime(since, timeZone)}</Table.Td>
              <Table.Td>{lastSignIn === null ? '–' : formatTime(lastSignIn, timeZone)}</Table.Td>
              <Table.Td>
                {LOCKED.has(state) && !user.isOwn ? (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`${t('user.actions.unlock')}: ${sponsor}`}
                    onClick={() => onUnlock(sponsorKey)}
                  >
                    {t('user.actions.unlock')}
                  </Button>
                ) : (
                  '–'
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
