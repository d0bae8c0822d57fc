/** Pages that say one thing: forbidden, unknown, not built, out of reach. */
import { Button, Center, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { IconLock, IconMapOff, IconPlugConnectedX, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

/** A page with a sign, a heading, a sentence and ways on. */
export function MessagePage({
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

export function HomeLink({ variant }: { variant?: 'default' }) {
  const { t } = useTranslation('pages');
  return (
    <Button component={Link} to="/home" variant={variant}>
      {t('toHome')}
    </Button>
  );
}

export function BadPermission() {
  const { t } = useTranslation('pages');
  return (
    <MessagePage Sign={IconLock} title={t('titles.badPermission')} text={t('badPermission')}>
      <HomeLink />
    </MessagePage>
  );
}

export function NotFound() {
  const { t } = useTranslation('pages');
  return (
    <MessagePage Sign={IconMapOff} title={t('titles.notFound')} text={t('notFound')}>
      <HomeLink />
    </MessagePage>
  );
}

/** The server did not say whether the user may enter. */
export function Unreachable({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('pages');
  return (
    <MessagePage Sign={IconPlugConnectedX} title={t('unreachableTitle')} text={t('unreachable')}>
      <Button onClick={onRetry}>{t('again')}</Button>
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
