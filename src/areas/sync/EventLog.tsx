/** What was done with the event the dialog is opened on. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SyncItem } from '../../../shared/contract/index.ts';
import { useTimeZone } from '../../app-context/routeContext.ts';
import { LoadingArea } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { formatTime } from '../../i18n/formatTime.ts';
import { logQuery } from './sync.queries.ts';
import classes from './sync.module.css';
import { useSyncScope } from './useSyncScope.ts';

export function EventLog({ item: { EVENT_KEY, AETERM } }: { item: SyncItem }) {
  const { t } = useTranslation('sync');
  const timeZone = useTimeZone();
  const [isOpen, setOpen] = useState(false);
  const log = useQuery({ ...logQuery(useSyncScope(), EVENT_KEY), enabled: isOpen });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('log.title', { term: AETERM })}</summary>
      {log.error && <FailureNotice error={log.error} />}
      {log.isLoading && <LoadingArea />}
      {log.data?.listInfo.length === 0 && <p className={classes.dim}>{t('log.none')}</p>}
      <ul className={classes.names}>
        {log.data?.listInfo.map(({ at, userName, action, caseNo, reason }, index) => (
          <li key={index}>
            {[formatTime(at, timeZone), userName, t(`log.actions.${action}`), caseNo, reason]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
    </details>
  );
}
