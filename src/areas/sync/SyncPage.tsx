/** The adverse events of a study: which are in cases, which are not, and how the study differs from its cases. */
import { Button, Tabs } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { findSyncEvents } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useTimeZone } from '../../app-context/routeContext.ts';
import { LoadingArea, PageHeader, showSuccess, Timestamp } from '../../components/index.ts';
import { Notice } from '../../feedback/Notice.tsx';
import { PageFailure } from '../../feedback/PageFailure.tsx';
import { useRefreshList } from '../../lists/index.ts';
import { useMay } from '../../session/sessionStore.ts';
import { EventsTab } from './EventsTab.tsx';
import { ReconciliationTab } from './ReconciliationTab.tsx';
import { EVENTS } from './syncLists.ts';
import { studyQuery } from './sync.queries.ts';
import classes from './sync.module.css';
import { useSyncScope } from './useSyncScope.ts';

const RECONCILIATION = 'reconciliation';

export function SyncPage() {
  const { t } = useTranslation('sync');
  const scope = useSyncScope();
  const study = useQuery(studyQuery(scope));
  const timeZone = useTimeZone();
  if (study.error) return <PageFailure error={study.error} onRetry={() => void study.refetch()} />;
  if (!study.data) return <LoadingArea />;
  const { studyName, protocol, hasRules, readAt } = study.data;
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('title', { study: studyName })}
        subtitle={
          <>
            {protocol}{' '}
            {readAt !== null && (
              <>
                · {t('readAt')} <Timestamp iso={readAt} timeZone={timeZone} />
              </>
            )}
          </>
        }
        actions={<FindAgain />}
      />
      {!hasRules && <Notice tone="warning">{t('noRules')}</Notice>}
      <Parts />
    </div>
  );
}

function Parts() {
  const { t } = useTranslation('sync');
  const [address, setAddress] = useSearchParams();
  const part = address.get('part') === RECONCILIATION ? RECONCILIATION : 'events';
  return (
    <Tabs
      value={part}
      keepMounted={false}
      onChange={(next) => setAddress(next === RECONCILIATION ? { part: next } : {})}
      classNames={{ panel: classes.tab }}
    >
      <Tabs.List aria-label={t('parts')}>
        <Tabs.Tab value="events">{t('events')}</Tabs.Tab>
        <Tabs.Tab value={RECONCILIATION}>{t('reconciliation')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="events">
        <EventsTab />
      </Tabs.Panel>
      <Tabs.Panel value={RECONCILIATION}>
        <ReconciliationTab />
      </Tabs.Panel>
    </Tabs>
  );
}

/** What was read is looked through again, e.g. after rules were changed. */
function FindAgain() {
  const { t } = useTranslation('sync');
  const scope = useSyncScope();
  const refresh = useRefreshList(EVENTS);
  const find = useMutation({
    mutationFn: () => call(findSyncEvents, { params: scope }),
    onSuccess: async (found) => {
      showSuccess(t('found', { ...found }));
      await refresh();
    },
  });
  if (!useMay('EDIT.SYNC')) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={15} aria-hidden />}
      loading={find.isPending}
      onClick={() => find.mutate()}
    >
      {t('find')}
    </Button>
  );
}
