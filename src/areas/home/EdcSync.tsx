/** Adverse events of studies that were found or changed last. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState, StatusBadge, Timestamp, type Tone } from '../../components/index.ts';
import { usePathTo, useRouteContext, useTimeZone } from '../../app-context/routeContext.ts';
import { edcSyncQuery, type HomeEdcSync } from './home.queries.ts';
import { HomeCard } from './HomeCard.tsx';
import classes from './HomePage.module.css';

type Row = HomeEdcSync['listInfo'][number];

const TONES: Record<Row['state'], Tone> = {
  new: 'info',
  progress: 'info',
  yes: 'success',
  changed: 'warning',
  failed: 'error',
  removed: 'warning',
};

export function EdcSync() {
  const { t } = useTranslation('home');
  const sync = useQuery(edcSyncQuery(useRouteContext()));
  return (
    <HomeCard
      title={t('edc.title')}
      query={sync}
      all={{ to: 'home/edcsync/list', label: t('edc.all', { count: sync.data?.totalCount ?? 0 }) }}
    >
      {({ listInfo }) =>
        listInfo.length === 0 ? (
          <EmptyState title={t('edc.none')} />
        ) : (
          <ul className={classes.list}>
            {listInfo.map((row) => (
              <SyncLine key={row.eventKey} row={row} />
            ))}
          </ul>
        )
      }
    </HomeCard>
  );
}

function SyncLine({ row }: { row: Row }) {
  const { t } = useTranslation('home');
  const to = usePathTo();
  const timeZone = useTimeZone();
  const { studyNo, subjectId, visit, aeTerm, sae, state, changedAt, caseKey, caseNo, path } = row;
  return (
    <li className={classes.due}>
      <span className={classes.what}>
        <Link to={to(path)}>{aeTerm}</Link>{' '}
        {sae === 'Y' && <StatusBadge tone="warning">{t('edc.sae')}</StatusBadge>}
        <small>{[studyNo, subjectId, visit].filter(Boolean).join(' · ')}</small>
      </span>
      <StatusBadge tone={TONES[state]}>{t(`edc.states.${state}`)}</StatusBadge>
      {caseKey !== null && caseNo !== null && (
        <Link to={to(`case/${caseKey}/detail`)} className={classes.number}>
          {caseNo}
        </Link>
      )}
      <span className={classes.when}>
        <Timestamp iso={changedAt} timeZone={timeZone} />
      </span>
    </li>
  );
}
