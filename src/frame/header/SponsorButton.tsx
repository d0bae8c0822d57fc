import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/sessionStore.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import classes from './header.module.css';

/** The sponsor and sender the user works for, and the way to others. The system administration works for none. */
export function SponsorButton({ onSwitch }: { onSwitch: () => void }) {
  const { t } = useTranslation('frame');
  const { isAdmin } = useRouteContext();
  const { senderName, organization } = useSession();
  const label = isAdmin ? t('header.system') : (senderName ?? organization);
  return (
    <Tooltip label={`${t('header.switchSponsor')}: ${label}`}>
      <UnstyledButton
        className={classes.tool}
        aria-label={`${t('header.switchSponsor')}: ${label}`}
        onClick={onSwitch}
      >
        <IconBuilding size={16} aria-hidden />
        <span className={classes.cut}>{label}</span>
      </UnstyledButton>
    </Tooltip>
  );
}
