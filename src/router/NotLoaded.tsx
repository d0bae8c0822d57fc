/** What shows in place of a page whose code could not be loaded. */
import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useRef, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { connection, useConnection } from '../frame/connection/connection.ts';
import { reloadAtRequested } from '../app-context/reload.ts';
import { PageLoadError } from './loadGroup.ts';
import { HomeLink, MessagePage } from './messagePages.tsx';

/** Replaces a page that could not be loaded. Any other error is a fault of the program and is thrown. */
export function pageNotLoaded(error: unknown): ComponentType {
  if (!(error instanceof PageLoadError)) throw error;
  return error.offline ? Offline : NotLoaded;
}

/** The code of the page cannot be had although the server answers. */
function NotLoaded() {
  const { t } = useTranslation('failures');
  return (
    <MessagePage Sign={IconPlugConnectedX} title={t('load.title')} text={t('load.text')}>
      <Button onClick={() => void reloadAtRequested()}>{t('area.retry')}</Button>
      <HomeLink />
    </MessagePage>
  );
}

/** Without a connection the page, or who the user is, could not be had: it is tried again once there is one. */
export function Offline() {
  const { t } = useTranslation('failures');
  const lost = useConnection((state) => state.matches('offline') || state.matches('doubting'));
  const wasLost = useRef(false);
  // the browser loads code by itself: no call has reported it yet
  useEffect(() => connection.send({ type: 'call.lost' }), []);
  useEffect(() => {
    if (wasLost.current && !lost) void reloadAtRequested();
    wasLost.current = lost;
  }, [lost]);
  return (
    <MessagePage Sign={IconPlugConnectedX} title={t('load.offlineTitle')} text={t('load.offlineText')}>
      <Button onClick={() => connection.send({ type: 'try.now' })}>{t('connection.tryNow')}</Button>
    </MessagePage>
  );
}
