/** Pages that say one thing: forbidden, unknown, not built, broken. */
import { Button, Center, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { IconLock, IconMapOff, IconPlugConnectedX, IconTools, type Icon } from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useRouteError } from 'react-router-dom';
import { reportError } from '../api/index.ts';

function MessagePage({
  Sign,
  title,
  text,
  children,
}: {
  Sign: Icon;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <Center p="xl" mih="60vh">
      <Stack align="center" maw={460} ta="center">
        <Sign size={44} stroke={1.3} aria-hidden />
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{text}</Text>
        <Group>{children}</Group>
      </Stack>
    </Center>
  );
}

function HomeLink() {
  const { t } = useTranslation('frame');
  return (
    <Button component={Link} to="/home">
      {t('pages.toHome')}
    </Button>
  );
}

export function BadPermission() {
  const { t } = useTranslation('frame');
  return (
    <MessagePage Sign={IconLock} title={t('titles.badPermission')} text={t('pages.badPermission')}>
      <HomeLink />
    </MessagePage>
  );
}

/** `homeLink`: stands outside the frame and needs its own way back. */
export function NotFound({ homeLink = false }: { homeLink?: boolean }) {
  const { t } = useTranslation('frame');
  return (
    <MessagePage Sign={IconMapOff} title={t('titles.notFound')} text={t('pages.notFound')}>
      {homeLink && <HomeLink />}
    </MessagePage>
  );
}

export function NotAvailableYet({ homeLink = false }: { homeLink?: boolean }) {
  const { t } = useTranslation('frame');
  return (
    <MessagePage Sign={IconTools} title={t('titles.notAvailable')} text={t('pages.notAvailable')}>
      {homeLink && <HomeLink />}
    </MessagePage>
  );
}

/** What a broken page shows; the error is reported. */
export function Crash() {
  const { t } = useTranslation('frame');
  const error = useRouteError();
  useEffect(() => {
    console.error(error);
    void reportError('RENDER', error);
  }, [error]);
  return (
    <MessagePage Sign={IconPlugConnectedX} title={t('titles.crash')} text={t('pages.crash')}>
      <Button onClick={() => location.reload()}>{t('pages.reload')}</Button>
      <HomeLink />
    </MessagePage>
  );
}

/** While the first page's code loads. */
export function Starting() {
  return (
    <Center h="100vh">
      <Loader />
    </Center>
  );
}
