/** The header: logo, on whose behalf the user works, session, appendix, language, colours, and the user. */
import { ActionIcon, Button, NativeSelect, Popover, Stack, Text, Tooltip } from '@mantine/core';
import { IconBraces, IconBuilding, IconKeyboard, IconLogout, IconUser } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useNavigation } from 'react-router-dom';
import { listAppendices, setDefaultAppendix } from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES, storeLanguage } from '../i18n/index.ts';
import { keyText, showKeyMap } from '../keys/index.ts';
import { signedIn, useSession } from '../session/sessionStore.ts';
import { ColourSwitch } from './ColourSwitch.tsx';
import classes from './Header.module.css';
import { useLeave } from './LeaveGuard.tsx';
import { Logo } from './Logo.tsx';
import { usePathTo, usePlace } from './place.ts';
import { SessionClock } from './SessionClock.tsx';

export interface HeaderProps {
  onLogOut: () => void;
  /** the session is over, by itself or elsewhere */
  onLoggedOut: () => void;
  onSwitchSponsor: () => void;
}

export function Header({ onLogOut, onLoggedOut, onSwitchSponsor }: HeaderProps) {
  const { t } = useTranslation(['frame', 'keys']);
  const session = useSession();
  const to = usePathTo();
  const leave = useLeave();
  const [isOpen, setOpen] = useState(false);
  return (
    <header className={classes.header}>
      <Link to={to('home')} className={classes.logo} aria-label={t('header.toHome')}>
        <Logo />
      </Link>
      <Tooltip label={t('header.switchSponsor')}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconBuilding size={15} aria-hidden />}
          onClick={() => leave(onSwitchSponsor)}
        >
          {session.senderName ?? session.organization}
        </Button>
      </Tooltip>
      {session.environment !== 'production' && (
        <span className={classes.environment}>{session.environment}</span>
      )}
      <div className={classes.right}>
        <SessionClock onLoggedOut={onLoggedOut} />
        <AppendixSelect />
        <LanguageSelect />
        <ColourSwitch />
        <Tooltip label={`${t('keys:title')} (${keyText('keyMap')})`}>
          <ActionIcon variant="subtle" color="gray" aria-label={t('keys:title')} onClick={showKeyMap}>
            <IconKeyboard size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Popover
          width={240}
          position="bottom-end"
          withinPortal={false}
          trapFocus
          opened={isOpen}
          onChange={setOpen}
        >
          <Popover.Target>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconUser size={15} aria-hidden />}
              onClick={() => setOpen(!isOpen)}
            >
              {session.userName}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('header.user')}>
            <Stack gap="xs">
              <span>
                {session.userName} ({session.userId})
              </span>
              {!session.systemAdmin && <Text size="xs">{session.roleName}</Text>}
              <Button
                component={Link}
                to={to('exam-editor')}
                onClick={() => setOpen(false)}
                variant="default"
                leftSection={<IconBraces size={15} aria-hidden />}
              >
                {t('titles.studio')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconLogout size={15} aria-hidden />}
                onClick={() => leave(onLogOut)}
              >
                {t('header.logOut')}
              </Button>
            </Stack>
          </Popover.Dropdown>
        </Popover>
      </div>
    </header>
  );
}

/** The appendix is remembered for the user; the guard then corrects the address to it. */
function AppendixSelect() {
  const { t } = useTranslation('frame');
  const session = useSession();
  const { appendix } = usePlace();
  const leave = useLeave();
  const appendices = useQuery({
    queryKey: ['appendices', session.sponsorKey],
    queryFn: ({ signal }) => call(listAppendices, { signal }),
    staleTime: Infinity,
    meta: { ofCatalogue: true },
  });
  const remember = useMutation({
    mutationFn: (defaultAppendix: string) =>
      call(setDefaultAppendix, {
        params: { sponsorKey: session.sponsorKey, userKey: session.userKey },
        body: { defaultAppendix },
      }),
    onSuccess: (_, defaultAppendix) => signedIn({ ...session, defaultAppendix }),
  });
  const options = appendices.data?.codeList ?? [{ codeValue: appendix, codeLabel: appendix }];
  return (
    <NativeSelect
      size="xs"
      aria-label={t('header.appendix')}
      value={appendix}
      data={options.map(({ codeValue, codeLabel }) => ({ value: codeValue, label: codeLabel }))}
      onChange={({ currentTarget: { value } }) => leave(() => remember.mutate(value))}
    />
  );
}

function LanguageSelect() {
  const { t } = useTranslation('frame');
  const place = usePlace();
  const current = useLocation();
  // where the user is on his way to, if he is
  const { pathname, search } = useNavigation().location ?? current;
  const navigate = useNavigate();
  const choose = (language: string) => {
    if (!isLanguage(language)) return;
    const below = pathname.split('/').slice(5).join('/');
    storeLanguage(language);
    void navigate(
      `/${place.sponsorKey}/${place.sessionSenderKey}/${language}/${place.appendix}/${below}${search}`,
    );
  };
  const leave = useLeave();
  return (
    <NativeSelect
      size="xs"
      aria-label={t('header.language')}
      value={place.language}
      data={LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
      onChange={({ currentTarget: { value } }) => leave(() => choose(value))}
    />
  );
}
