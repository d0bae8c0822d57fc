/** The newest notices, and the way to all of them. */
import { Paper, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { dayAt } from '../../../shared/dates/zonedDay.ts';
import { EmptyState, LoadingArea, StatusBadge } from '../../components/index.ts';
import { usePathTo, usePlace, useTimeZone } from '../../frame/place.ts';
import { formatDate } from '../../i18n/formatTime.ts';
import classes from './HomePage.module.css';
import { homeNoticesQuery } from './notices/notices.queries.ts';

export function HomeNotices() {
  const { t } = useTranslation('notices');
  const { sponsorKey } = usePlace();
  const timeZone = useTimeZone();
  const to = usePathTo();
  const notices = useQuery(homeNoticesQuery(sponsorKey));
  const lines = notices.data?.listInfo ?? [];
  return (
    <Paper component="section" withBorder className={classes.card} aria-labelledby="home-notices">
      <div className={classes.head}>
        <Title order={2} id="home-notices">
          {t('title')}
        </Title>
        <Link to={to('home/notice/list')} className={classes.all}>
          {t('all')}
        </Link>
      </div>
      {notices.isPending && <LoadingArea />}
      {notices.isSuccess && lines.length === 0 && <EmptyState title={t('none')} />}
      <ul className={classes.list}>
        {lines.map((line) => (
          <li key={line.noticeKey}>
            <Link to={to(`home/notice/${line.noticeKey}/detail`)} className={classes.row}>
              <span className={classes.what}>{line.title}</span>
              {line.new === 'Y' && <StatusBadge tone="info">{t('new')}</StatusBadge>}
              <span className={classes.when}>{formatDate(dayAt(Date.parse(line.regTime), timeZone))}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Paper>
  );
}
