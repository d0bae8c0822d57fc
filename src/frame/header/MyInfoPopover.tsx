import { Button } from '@mantine/core';
import { IconBraces, IconLogout, IconUserCog } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { AccountMenu } from '../account/AccountMenu.tsx';
import { useLeave } from '../LeaveGuard.tsx';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { HeaderPopover } from './HeaderPopover.tsx';

/** Actions of a user on their own account, and signing out. */
export function MyInfoPopover({ onLogOut }: { onLogOut: () => void }) {
  const { t } = useTranslation(['frame', 'pages']);
  const { isAdmin } = useRouteContext();
  const to = usePathTo();
  const leave = useLeave();
  return (
    <HeaderPopover label={t('header.myInfo')} Sign={IconUserCog}>
      {(close) => (
        <>
          {!isAdmin && (
            <Button
              component={Link}
              to={to('exam-editor')}
              onClick={close}
              variant="default"
              leftSection={<IconBraces size={15} aria-hidden />}
            >
              {t('pages:titles.schemaStudio')}
            </Button>
          )}
          <AccountMenu onChoose={close} />
          <Button
            variant="default"
            leftSection={<IconLogout size={15} aria-hidden />}
            onClick={() => leave(onLogOut)}
          >
            {t('header.logOut')}
          </Button>
        </>
      )}
    </HeaderPopover>
  );
}
