/** What waits for the user, behind a button of the header that says how much was not read. */
import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconBell, IconBellRinging } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { markNotifications, type Notification } from '../../../shared/contract/index.ts';
import { durationText } from '../../../shared/workflow/durationText.ts';
import { call } from '../../api/index.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { formatDate } from '../../i18n/formatTime.ts';
import type { Language } from '../../i18n/index.ts';
import { accountStore, openDialog } from '../account/accountDialogs.ts';
import { HeaderPopover } from '../header/HeaderPopover.tsx';
import { notificationsKey, notificationsQuery } from './notifications.queries.ts';
import classes from './notifications.module.css';

export function NotificationsPopover() {
  const { t } = useTranslation('notifications');
  const { sponsorKey } = useRouteContext();
  const { data } = useQuery(notificationsQuery(sponsorKey));
  const unread = data?.unread ?? 0;
  return (
    <HeaderPopover
      label={t('title')}
      Sign={unread > 0 ? IconBellRinging : IconBell}
      neverCut
      {...(unread > 0 && { text: t('unread', { count: unread }) })}
    >
      {(close) => <Waiting list={data?.listInfo ?? []} onChoose={close} />}
    </HeaderPopover>
  );
}

interface WaitingProps {
  list: readonly Notification[];
  onChoose: () => void;
}

function Waiting({ list, onChoose }: WaitingProps) {
  const { t } = useTranslation('notifications');
  const { sponsorKey, language } = useRouteContext();
  const to = usePathTo();
  const queries = useQueryClient();
  const open = useSetAtom(openDialog, { store: accountStore });
  const mark = useMutation({
    mutationFn: (notificationKey: number | null) =>
      call(markNotifications, { params: { sponsorKey }, body: { notificationKey } }),
    onSettled: () => queries.invalidateQueries({ queryKey: notificationsKey(sponsorKey) }),
  });
  return (
    <>
      {list.length === 0 && <Text size="sm">{t('none')}</Text>}
      <ul className={classes.list} aria-label={t('title')}>
        {list.map((one) => (
          <li key={one.notificationKey} data-unread={one.readAt === null || undefined}>
            <Anchor
              component={Link}
              size="sm"
              to={to(one.path)}
              onClick={() => {
                if (one.readAt === null) mark.mutate(one.notificationKey);
                onChoose();
              }}
            >
              {t(`words.${one.kind}`, wordFacts(one, language))}
            </Anchor>
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={() => mark.mutate(null)}>
          {t('markAll')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            onChoose();
            open('notifications');
          }}
        >
          {t('rules.open')}
        </Button>
      </Group>
    </>
  );
}

const wordFacts = ({ facts }: Notification, language: Language) => ({
  ...facts,
  ...(typeof facts['step'] === 'object' && { step: facts['step'][language] ?? facts['step']['en'] }),
  ...(typeof facts['hours'] === 'number' && { time: durationText(facts['hours'], language) }),
  ...(typeof facts['day'] === 'string' && { day: formatDate(facts['day']) }),
});
