/** The countdown of the session in the header, and its warning. */
import { Button, Group, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { remainingMs } from '../../../machines/session/session.machine.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { useSessionRun } from './SessionKeeper.tsx';
import { minutesAndSeconds } from './minutesAndSeconds.ts';
import classes from './SessionClock.module.css';

export function SessionClock() {
  const { t } = useTranslation('frame');
  const { state, send } = useSessionRun();
  const left = minutesAndSeconds(remainingMs(state.context));
  const extend = () => send({ type: 'session.extend' });
  const ignore = () => send({ type: 'warning.ignored' });
  return (
    <>
      <Tooltip label={t('session.restart')}>
        <UnstyledButton
          className={classes.clock}
          data-warned={!state.matches({ running: { countdown: 'quiet' } }) || undefined}
          onClick={extend}
          aria-label={t('session.leftAndRestart', { left })}
        >
          <IconClock size={15} aria-hidden />
          <span>{left}</span>
        </UnstyledButton>
      </Tooltip>
      <Dialog
        opened={state.matches({ running: { countdown: 'warning' } })}
        onClose={ignore}
        title={t('session.warningTitle')}
      >
        <Text size="sm">{t('session.warning', { left })}</Text>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={ignore}>
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
      </Dialog>
    </>
  );
}
