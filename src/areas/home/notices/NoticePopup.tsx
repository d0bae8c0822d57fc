/** Notices that pop up on the home page, each with its two ticks. */
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import type { Static } from 'typebox';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  makeNoticePopupMachine,
  type Remind,
} from '../../../../machines/notice-popup/noticePopup.machine.ts';
import type { Notice } from '../../../../shared/contract/index.ts';
import { serverNow } from '../../../clock/index.ts';
import { Dialog, RichText, Timestamp } from '../../../components/index.ts';
import { usePathTo, useRouteContext, useTimeZone } from '../../../app-context/routeContext.ts';
import { isTextField } from '../../../keys/textField.ts';
import { useSession } from '../../../session/sessionStore.ts';
import { popupNoticesQuery } from './notices.queries.ts';
import classes from './NoticePopup.module.css';
import { isDismissed, reminderCookie } from './noticeCookie.ts';

/** Each excludes the other. */
const REMINDS = ['tomorrow', 'never'] as const;
/** Closed without a tick in this session, also before a reload: they come again with the next one. */
const closedNow = {
  name: 'casewright.notices.closed',
  all: (): readonly string[] => (sessionStorage.getItem(closedNow.name) ?? '').split(' '),
  has: (one: string) => closedNow.all().includes(one),
  add: (one: string) => sessionStorage.setItem(closedNow.name, [...closedNow.all(), one].join(' ').trim()),
};

type Shown = Static<typeof Notice>;
const noticePopupMachine = makeNoticePopupMachine<Shown>();

export function NoticePopup() {
  const { sponsorKey } = useRouteContext();
  const notices = useQuery(popupNoticesQuery(sponsorKey));
  return notices.data ? <Queue key={sponsorKey} notices={notices.data} /> : null;
}

/** What it was given first is shown to its end, one after the other. */
function Queue({ notices }: { notices: readonly Shown[] }) {
  const { sponsorKey } = useRouteContext();
  const { token, timeZone } = useSession();
  const here = ({ noticeKey }: Shown) => `${token}/${noticeKey}`;
  const [input] = useState(() => ({
    notices: notices.filter(
      (notice) => !closedNow.has(here(notice)) && !isDismissed(document.cookie, notice, sponsorKey),
    ),
    isFree: isScreenFree,
  }));
  const remember = (notice: Shown, remind: Remind | null) => {
    if (remind === null) return closedNow.add(here(notice));
    const world = { cookies: document.cookie, sponsorKey, now: serverNow(), timeZone };
    document.cookie = reminderCookie(notice, remind, world);
  };
  const [state, send] = useMachine(
    noticePopupMachine.provide({
      actions: { remember: (_, { notice, remind }) => notice && remember(notice, remind) },
    }),
    { input },
  );
  const shown = state.matches('showing') ? state.context.notices[0] : undefined;
  return (
    shown && (
      <OneNotice
        notice={shown}
        remind={state.context.remind}
        onRemind={(remind) => send({ type: 'remind.toggled', remind })}
        onClose={() => send({ type: 'popup.closed' })}
      />
    )
  );
}

interface OneNoticeProps {
  notice: Shown;
  remind: Remind | null;
  onRemind: (remind: Remind) => void;
  onClose: () => void;
}

function OneNotice({ notice, remind, onRemind, onClose }: OneNoticeProps) {
  const { t } = useTranslation('notices');
  const timeZone = useTimeZone();
  const to = usePathTo();
  return (
    <Dialog onClose={onClose} size="lg" title={notice.title}>
      <div className={classes.meta}>
        <span>{notice.userName}</span>
        <Timestamp iso={notice.regTime} timeZone={timeZone} />
      </div>
      <RichText text={notice.content} top={3} />
      <div className={classes.foot}>
        <Stack gap={4}>
          {REMINDS.map((one) => (
            <Checkbox
              key={one}
              label={t(`remind.${one}`)}
              checked={remind === one}
              onChange={() => onRemind(one)}
            />
          ))}
        </Stack>
        <Group justify="flex-end" mt="md">
          <Button
            component={Link}
            to={to(`home/notice/${notice.noticeKey}/detail`)}
            variant="default"
            onClick={onClose}
          >
            {notice.fileList.length > 0 ? t('openWithFiles', { count: notice.fileList.length }) : t('open')}
          </Button>
          <Button data-autofocus onClick={onClose}>
            {t('common:close')}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}

const IN_THE_WAY = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** A notice may come up by itself: no dialog or menu is open, and the user is not typing. */
const isScreenFree = (): boolean =>
  ![...document.querySelectorAll(IN_THE_WAY)].some((open) => open.checkVisibility()) &&
  !isTextField(document.activeElement);
