/** The cases that were changed last. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { serverNow } from '../../clock/index.ts';
import { EmptyState } from '../../components/index.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { timeAgo } from '../../i18n/formatTime.ts';
import { casesQuery } from './home.queries.ts';
import { HomeCard } from './HomeCard.tsx';
import classes from './HomePage.module.css';

export function RecentCases() {
  const { t } = useTranslation('home');
  const context = useRouteContext();
  const to = usePathTo();
  const recent = useQuery(casesQuery(context));
  return (
    <HomeCard title={t('recent')} query={recent} all={{ to: 'case/list', label: t('allCases') }}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title={t('noCases')} />
        ) : (
          <ul className={classes.list}>
            {rows.map((row) => (
              <li key={row.caseKey}>
                <Link to={to(`case/${row.caseKey}/detail`)} className={classes.row}>
                  <strong>{row.caseNo}</strong>
                  <span className={classes.what}>
                    {[row.aeTerm, row.productName].filter(Boolean).join(' · ')}
                  </span>
                  <span className={classes.when}>
                    {timeAgo(row.updatedAt, serverNow(), context.language)} · {row.updatedBy}
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
