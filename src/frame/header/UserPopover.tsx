import { IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
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
        <dl className={classes.facts}>
          <Fact term={t('header.userName')} text={userName} />
          <Fact term={t('header.userId')} text={userId} />
          {!systemAdmin && <Fact term={t('header.role')} text={roleName} />}
        </dl>
      )}
    </HeaderPopover>
  );
}

const Fact = ({ term, text }: { term: string; text: string }) => (
  <div>
    <dt>{term}</dt>
    <dd>{text}</dd>
  </div>
);
