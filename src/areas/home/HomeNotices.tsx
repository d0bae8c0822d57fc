/** The newest notices, and the way to all of them. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { dayAt } from '../../../shared/dates/zonedDay.ts';
import { EmptyState, StatusBadge } from '../../components/index.ts';
import { usePathTo, useRouteContext, useTimeZone } from '../../app-context/routeContext.ts';
import { formatDate } from '../../i18n/formatTime.ts';
import { HomeCard } from './HomeCard.tsx';
import classes from './HomePage.module.css';
import { homeNoticesQuery } from './notices/notices.queries.ts';

export function HomeNotices() {
  const { t } = useTranslation('notices');
  const { sponsorKey } = useRouteContext();
  const timeZone = useTimeZone();
  const to = usePathTo();
  const notices = useQuery(homeNoticesQuery(sponsorKey));
  return (
    <HomeCard title={t('title')} query={notices} all={{ to: 'home/notice/list', label: t('all') }}>
      {({ listInfo }) =>
        listInfo.length === 0 ? (
          <EmptyState title={t('none')} />
        ) : (
          <ul className={classes.list}>
            {listInfo.map((line) => (
              <li key={line.noticeKey}>
                <Link to={to(`home/notice/${line.noticeKey}/detail`)} className={classes.row}>
                  <span className={classes.what}>{line.title}</span>
                  {line.new === 'Y' && <StatusBadge tone="info">{t('new')}</StatusBadge>}
                  <span className={classes.when}>
                    {formatDate(dayAt(Date.parse(line.regTime), timeZone))}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    </HomeCard>
  );
}
