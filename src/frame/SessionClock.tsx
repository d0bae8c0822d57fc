/** The countdown of the session in the header, its warning, and the log-out at zero. */
import { Button, Group, Modal, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useMachine } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { fromPromise } from 'xstate';
import { remainingMs, sessionMachine } from '../../machines/session/session.machine.ts';
import { extendSession } from '../../shared/contract/index.ts';
import { call, serverNow } from '../api/index.ts';
import { showInfo } from '../components/index.ts';
import { flushJournal } from '../journal/index.ts';
import { showFailure } from './showFailure.ts';
import { announceDeadline, watchOtherTabs } from '../session/otherTabs.ts';
import { endSession, forgetSession, useSession } from '../session/sessionStore.ts';
import { minutesAndSeconds } from './minutesAndSeconds.ts';
import classes from './SessionClock.module.css';

export function SessionClock({ onLoggedOut }: { onLoggedOut: () => void }) {
  const { t } = useTranslation('frame');
  const { token, expiresAt } = useSession();
  const machine = useMemo(
    () =>
      sessionMachine.provide({
        actors: {
          extendSession: fromPromise(async () => Date.parse((await call(extendSession, {})).expiresAt)),
        },
        actions: {
          announceDeadline: (_, { deadline }) => announceDeadline(token, deadline),
          showWillExpire: () => showInfo(t('session.willExpire')),
          showExtendFailed: (_, { error }) => showFailure(error),
          logOut: (_, { reason }) =>
            void flushJournal()
              .then(() => endSession(reason))
              .then(onLoggedOut),
        },
      }),
    [token, onLoggedOut, t],
  );
  const [state, send] = useMachine(machine, { input: { deadline: Date.parse(expiresAt), now: serverNow } });

  useEffect(
    () =>
      watchOtherTabs(token, {
        deadline: (deadline) => send({ type: 'deadline.moved', deadline }),
        ended: () => {
          send({ type: 'session.ended' });
          forgetSession();
          onLoggedOut();
        },
      }),
    [token, send, onLoggedOut],
  );

  const left = minutesAndSeconds(remainingMs(state.context));
  const extend = () => send({ type: 'session.extend' });
  const warned = state.matches({ running: { countdown: 'quiet' } }) === false;
  return (
    <>
      <Tooltip label={t('session.restart')}>
        <UnstyledButton
          className={classes.clock}
          data-warned={warned || undefined}
          onClick={extend}
          aria-label={t('session.leftAndRestart', { left })}
        >
          <IconClock size={15} aria-hidden />
          <span>{left}</span>
        </UnstyledButton>
      </Tooltip>
      <Modal
        opened={state.matches({ running: { countdown: 'warning' } })}
        onClose={() => send({ type: 'warning.ignored' })}
        title={t('session.warningTitle')}
        closeButtonProps={{ 'aria-label': t('common:close') }}
        centered
      >
        <Text size="sm">{t('session.warning', { left })}</Text>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={() => send({ type: 'warning.ignored' })}>
            {t('session.ignore')}
          </Button>
          <Button
            onClick={extend}
            loading={state.matches({ running: { extension: 'extending' } })}
            data-autofocus
          >
            {t('session.extend')}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
