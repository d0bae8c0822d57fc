/** The header: link to the home page, sponsor and sender, session, and tools of the user. */
import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '../../session/sessionStore.ts';
import { ColourSwitch } from '../ColourSwitch.tsx';
import { environmentQuery } from './environment.queries.ts';
import { ADMIN_PREFIX, usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { SessionClock } from '../account/SessionClock.tsx';
import { AppendixSelect } from './AppendixSelect.tsx';
import { ChatbotButton } from './ChatbotButton.tsx';
import { Logo } from '../Logo.tsx';
import { NotificationsPopover } from '../notifications/NotificationsPopover.tsx';
import classes from './header.module.css';
import { HelpPopover } from './HelpPopover.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';
import { MyInfoPopover } from './MyInfoPopover.tsx';
import { SenderLogo } from './SenderLogo.tsx';
import { SiblingProducts } from './SiblingProducts.tsx';
import { SponsorButton } from './SponsorButton.tsx';
import { UserPopover } from './UserPopover.tsx';

export interface HeaderProps {
  onLogOut: () => void;
  onSwitchSponsor: () => void;
}

export function Header({ onLogOut, onSwitchSponsor }: HeaderProps) {
  const { t } = useTranslation('frame');
  const { environment } = useSession();
  const { isAdmin } = useRouteContext();
  const to = usePathTo();
  return (
    <header className={classes.header}>
      <Link
        to={isAdmin ? ADMIN_PREFIX : to('home')}
        className={classes.home}
        aria-label={t(isAdmin ? 'header.toSystem' : 'header.toHome')}
      >
        {isAdmin ? <Logo /> : <SenderLogo />}
      </Link>
      <SiblingProducts />
      <SponsorButton onSwitch={onSwitchSponsor} />
      {environment !== 'production' && <span className={classes.environment}>{environment}</span>}
      <div className={classes.right}>
        <SessionClock />
        <Tools onLogOut={onLogOut} />
      </div>
    </header>
  );
}

/** The tools, behind one button in narrow windows. */
function Tools({ onLogOut }: Pick<HeaderProps, 'onLogOut'>) {
  const { t } = useTranslation('frame');
  const { isAdmin } = useRouteContext();
  const [isOpen, { toggle }] = useDisclosure();
  const links = useQuery(environmentQuery).data?.links ?? null;
  return (
    <>
      <ActionIcon
        className={classes.more}
        variant="subtle"
        color="gray"
        size={30}
        aria-label={t('header.more')}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <IconDots size={18} aria-hidden />
      </ActionIcon>
      <div className={classes.tools} data-open={isOpen || undefined}>
        {!isAdmin && <AppendixSelect />}
        {!isAdmin && <LanguageSelect />}
        <ColourSwitch />
        {links?.chatbot && <ChatbotButton url={links.chatbot} />}
        {!isAdmin && <NotificationsPopover />}
        <HelpPopover links={links} />
        <UserPopover />
        <MyInfoPopover onLogOut={onLogOut} />
      </div>
    </>
  );
}
