/** The users of all sponsors. */
import { useTranslation } from 'react-i18next';
import { exportAllUsers, listAllUsers } from '../../../shared/contract/index.ts';
import { PageHeader } from '../../components/index.ts';
import { List } from '../../lists/index.ts';
import classes from './systemAdmin.module.css';

export function AllUsersPage() {
  const { t } = useTranslation('systemAdmin');
  return (
    <div className={classes.page}>
      <PageHeader title={t('users.title')} />
      <List
        menuId="AD-MU-US"
        call={listAllUsers}
        exportCall={exportAllUsers}
        path="user/list"
        label={t('users.title')}
        searchLabel={t('users.search')}
        empty={t('users.none')}
      />
    </div>
  );
}
