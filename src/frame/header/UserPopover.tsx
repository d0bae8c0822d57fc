import { IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Details } from '../../components/Details.tsx';
import { useSession } from '../../session/sessionStore.ts';
import { HeaderPopover } from './HeaderPopover.tsx';
import classes from './header.module.css';

/** Who has signed in. A system administrator has no role. */
export function UserPopover() {
  const { t } = useTranslation('frame');
  const { userName, userId, systemAdmin, roleName } = useSession();
  return (
    <HeaderPopover label={t('header.user')} Sign={IconUser} text={userName}>
      {() => (
        <Details
          className={classes.facts}
          details={[
            { label: t('header.userName'), value: userName },
            { label: t('header.userId'), value: userId },
            ...(systemAdmin ? [] : [{ label: t('header.role'), value: roleName }]),
          ]}
        />
      )}
    </HeaderPopover>
  );
}
