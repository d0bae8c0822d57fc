/** The users of all sponsors. */
import { useTranslation } from 'react-i18next';
import { exportAllUsers, listAllUsers } from '../../../shared/contract/index.ts';
import { ListPage } from '../../lists/index.ts';

export function AllUsersPage() {
  const { t } = useTranslation('systemAdmin');
  return (
    <ListPage
      menuId="AD-MU-US"
      call={listAllUsers}
      exportCall={exportAllUsers}
      path="user/list"
      label={t('users.title')}
      searchLabel={t('users.search')}
      empty={t('users.none')}
    />
  );
}
