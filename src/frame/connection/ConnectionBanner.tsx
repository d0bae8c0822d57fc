/** Says that the server cannot be reached, when it is tried next, and that it is back. */
import { Button } from '@mantine/core';
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { waitLeftMs } from '../../../machines/connection/connection.machine.ts';
import { useKeepsEdits } from '../../journal/index.ts';
import { useHasUnsavedChanges } from '../../app-context/unsavedChanges.ts';
import { connection, useConnection } from './connection.ts';
import classes from './ConnectionBanner.module.css';

export function ConnectionBanner() {
  const { t } = useTranslation('failures');
  const lost = useConnection((state) => state.matches('offline'));
  const back = useConnection((state) => state.matches('back'));
  const looking = useConnection((state) => state.matches({ offline: 'looking' }));
  const seconds = useConnection(({ context }) => Math.ceil(waitLeftMs(context) / 1000));
  const dirty = useHasUnsavedChanges();
  const keepsEdits = useKeepsEdits();
  return (
    <div className={classes.banner} data-state={lost ? 'lost' : back ? 'back' : 'quiet'}>
      {/* there before its words, so that they are read out; the countdown is not */}
      <span role="status" className={classes.words}>
        {lost && (
          <>
            <IconPlugConnectedX size={16} aria-hidden />
            <strong>{t('connection.lost')}</strong>
            <span>{dirty && t(keepsEdits ? 'connection.kept' : 'connection.notKept')}</span>
          </>
        )}
        {back && (
          <>
            <IconPlugConnected size={16} aria-hidden />
            <strong>{t('connection.back')}</strong>
          </>
        )}
      </span>
      {lost && (
        <>
          <span>{looking ? t('connection.looking') : t('connection.next', { seconds })}</span>
          {/* stays enabled: who presses it keeps the focus */}
          <Button size="compact-sm" variant="default" onClick={() => connection.send({ type: 'try.now' })}>
            {t('connection.tryNow')}
          </Button>
        </>
      )}
    </div>
  );
}
