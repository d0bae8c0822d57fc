/** What is to be looked after in the cases: counted by warning, listed, each leading to the item. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { exportWarnings, listWarnings } from '../../../shared/contract/index.ts';
import { PageHeader } from '../../components/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { List, useRefreshList } from '../../lists/index.ts';
import { warningScope, pathOfList } from './warningScope.ts';
import { RuleCounts } from './RuleCounts.tsx';
import classes from './warnings.module.css';
import { countsQuery } from './warnings.queries.ts';

const MENU = 'MU-CS-WARNING';

export function WarningsPage() {
  const { t } = useTranslation('warnings');
  const { target, key } = useParams();
  const { sponsorKey, sessionSenderKey, language } = useRouteContext();
  const narrowed = warningScope(target, key);
  const path = pathOfList(target, key);
  const counts = useQuery(countsQuery(`${sponsorKey}/${sessionSenderKey}/${language}`, narrowed));
  const pending = counts.data?.pending ?? 0;
  useRefreshOnce(pending);
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      <RuleCounts counts={counts.data?.listInfo ?? []} narrowed={narrowed} />
      <p role="status" className={classes.pending}>
        {pending > 0 && t('pending', { count: pending })}
      </p>
      <List
        // another list: its first page, and none of the rows of the last one
        key={path}
        path={path}
        menuId={MENU}
        call={listWarnings}
        exportCall={exportWarnings}
        query={{ ...narrowed }}
        label={t('title')}
        searchLabel={t('search')}
        empty={t('none')}
      />
    </div>
  );
}

/** Reads the list again when the last changed case has been checked. */
function useRefreshOnce(pending: number): void {
  const refresh = useRefreshList(MENU);
  const before = useRef(pending);
  useEffect(() => {
    if (before.current > 0 && pending === 0) void refresh();
    before.current = pending;
  }, [pending, refresh]);
}
