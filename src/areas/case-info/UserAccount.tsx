/** The account of a user: its state, open sessions, what the roles allow, and what an administrator does with it. */
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  changeUserAccount,
  readUserAccount,
  type BodyOf,
  type DataOf,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import {
  EmptyState,
  LoadingArea,
  ReasonDialog,
  showSuccess,
  StatusBadge,
  useDialog,
} from '../../components/index.ts';
import { useTimeZone } from '../../app-context/routeContext.ts';
import { ShownLink } from '../../components/ShownLink.tsx';
import { reasonProps } from '../../feedback/reasonProps.ts';
import { failureText } from '../../feedback/showFailure.ts';
import { formatTime } from '../../i18n/formatTime.ts';
import { useMay } from '../../session/sessionStore.ts';
import { usePrivilegeName } from '../../session/usePrivilegeName.ts';
import classes from './caseInfo.module.css';
import type { RecordAddress } from './records.queries.ts';

type Account = DataOf<typeof readUserAccount>;
type Action = BodyOf<typeof changeUserAccount>['action'];
interface Chosen {
  action: Action;
  sessionId?: string;
}

const TONES = {
  active: 'success',
  invited: 'info',
  notYet: 'neutral',
  locked: 'warning',
  ended: 'neutral',
  inactive: 'warning',
  untrained: 'warning',
  deactivated: 'warning',
} as const;

export function UserAccount({ address: { sponsorKey, recordKey } }: { address: RecordAddress }) {
  const queries = useQueryClient();
  const params = { sponsorKey, userKey: recordKey };
  const account = useQuery({
    queryKey: ['record', sponsorKey, 'user', recordKey, 'account'],
    queryFn: ({ signal }) => call(readUserAccount, { params, signal }),
    gcTime: 0,
  });
  if (account.isLoadingError) return <EmptyState title={failureText(account.error)} />;
  if (!account.data) return <LoadingArea />;
  return (
    <AccountOf
      account={account.data}
      onAct={async (body) => {
        const { link } = await call(changeUserAccount, { params, body });
        await queries.invalidateQueries({ queryKey: ['list', 'MU-AD-US'] });
        return link;
      }}
      onActed={() => void account.refetch()}
    />
  );
}

interface AccountOfProps {
  account: Account;
  /** answers the link of an invitation that was not mailed */
  onAct: (body: BodyOf<typeof changeUserAccount>) => Promise<string | null>;
  onActed: () => void;
}

function AccountOf({ account, onAct, onActed }: AccountOfProps) {
  const { t } = useTranslation('caseInfo');
  const mayEdit = useMay('EDIT.ADMIN') && !account.isOwn;
  const [link, setLink] = useState<string | null>(null);
  const dialog = useDialog<Chosen, string>({
    carryOut: async ({ action, sessionId }, reason) => {
      setLink(await onAct({ action, reason, state: account.state, ...(sessionId && { sessionId }) }));
    },
    afterwards: ({ action }) => {
      showSuccess(t(`account.done.${action}`));
      onActed();
    },
  });
  const chosen = dialog.subject;
  return (
    <Stack className={classes.account} gap="lg">
      {account.isOwn && <Alert>{t('account.own')}</Alert>}
      {link !== null && <ShownLink link={link} name={account.userName} />}
      {mayEdit && (
        <Group gap="xs">
          {actionsOf(account).map((action) => (
            <Button key={action} variant="default" onClick={() => dialog.show({ action })}>
              {t(`account.actions.${action}`)}
            </Button>
          ))}
        </Group>
      )}
      <Facts account={account} />
      <Sessions
        account={account}
        onEnd={mayEdit ? (sessionId) => dialog.show({ action: 'endSessions', sessionId }) : null}
      />
      <Privileges account={account} />
      {chosen && (
        <ReasonDialog
          {...reasonProps(dialog)}
          title={t(`account.actions.${chosen.action}`)}
          note={
            chosen.action === 'invite' ? (
              <Text>{t(account.byMail ? 'account.byMail' : 'account.byLink')}</Text>
            ) : undefined
          }
        />
      )}
    </Stack>
  );
}

function actionsOf({ state, sessions, isShared, passwordChangedAt, secondFactorSince }: Account): Action[] {
  const isOwned = !isShared || passwordChangedAt === null;
  return [
    // a deactivated account stays closed, whatever link its user has
    ...(isOwned && state !== 'deactivated' ? (['invite'] as const) : []),
    state === 'locked' || state === 'inactive' ? 'unlock' : 'lock',
    ...(isOwned && secondFactorSince !== null ? (['resetFactor'] as const) : []),
    ...(sessions.length > 0 ? (['endSessions'] as const) : []),
  ];
}

function Facts({ account }: { account: Account }) {
  const { t } = useTranslation('caseInfo');
  const timeZone = useTimeZone();
  const timeOf = (at: string) => formatTime(at, timeZone);
  const { state, since, lastSignIn, passwordChangedAt, invitedUntil } = account;
  const { secondFactorSince, failures, lastFailure } = account;
  const facts = [
    [t('account.since'), timeOf(since)],
    [t('account.lastSignIn'), lastSignIn ? timeOf(lastSignIn) : t('account.never')],
    [t('account.passwordChangedAt'), passwordChangedAt ? timeOf(passwordChangedAt) : t('account.never')],
    [t('account.factor'), secondFactorSince ? timeOf(secondFactorSince) : t('account.none')],
    ...(lastFailure && failures > 0
      ? [
          [
            t('account.failures'),
            t('account.failure', { count: failures, at: timeOf(lastFailure.at), ip: lastFailure.ip }),
          ],
        ]
      : []),
    ...(invitedUntil ? [[t('account.invitedUntil'), timeOf(invitedUntil)]] : []),
  ];
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t('account.state')}</dt>
        <dd>
          <StatusBadge tone={TONES[state]}>{t(`account.states.${state}`)}</StatusBadge>
        </dd>
      </div>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface SessionsProps {
  account: Account;
  /** null: the reader may not end them */
  onEnd: ((sessionId: string) => void) | null;
}

function Sessions({ account: { sessions }, onEnd }: SessionsProps) {
  const { t } = useTranslation('caseInfo');
  const timeZone = useTimeZone();
  const timeOf = (at: string) => formatTime(at, timeZone);
  return (
    <section>
      <Title order={2} size="h4">
        {t('account.sessions')}
      </Title>
      {sessions.length === 0 && <Text>{t('account.noSessions')}</Text>}
      <ul className={classes.sessions}>
        {sessions.map(({ sessionId, startedAt, lastSeenAt, ip, agent }) => {
          const times = { startedAt: timeOf(startedAt), lastSeenAt: timeOf(lastSeenAt), ip: ip ?? '–' };
          return (
            <li key={sessionId}>
              {t('account.session', times)}
              {onEnd && (
                <Button
                  ml="xs"
                  size="compact-sm"
                  variant="default"
                  aria-label={`${t('account.endSession')}: ${times.startedAt}`}
                  onClick={() => onEnd(sessionId)}
                >
                  {t('account.endSession')}
                </Button>
              )}
              <Text size="sm" c="dimmed">
                {agent}
              </Text>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Privileges({ account: { privileges } }: { account: Account }) {
  const { t } = useTranslation('caseInfo');
  const nameOf = usePrivilegeName();
  return (
    <section>
      <Title order={2} size="h4">
        {t('account.privileges')}
      </Title>
      {privileges.length === 0 && <Text>{t('account.noPrivileges')}</Text>}
      <ul className={classes.privileges}>
        {privileges.map(({ privId, roles }) => (
          <li key={privId}>
            {nameOf(privId)} <span className={classes.fromRoles}>{roles.join(', ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
