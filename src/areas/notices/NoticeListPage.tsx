/** The notices meant for the user, those that ended too. */
import { useTranslation } from 'react-i18next';
import { exportNotices, listNotices } from '../../../shared/contract/index.ts';
import { PageHeader } from '../../components/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { List } from '../../lists/index.ts';
import classes from './notices.module.css';

export function NoticeListPage() {
  const { t } = useTranslation('notices');
  const { sponsorKey } = useRouteContext();
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      <List
        menuId="MU-HM-NT"
        call={listNotices}
        exportCall={exportNotices}
        params={{ sponsorKey }}
        label={t('title')}
        path="home/notice/list"
        searchLabel={t('search')}
        empty={t('none')}
      />
    </div>
  );
}
