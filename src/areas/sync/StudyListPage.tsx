/** Studies whose data another system collects: how their sources stand, and the ways on to rules and events. */
import { Alert } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { exportSyncStudies, listSyncStudies, type ListRow } from '../../../shared/contract/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { PageHeader } from '../../components/index.ts';
import { failureText } from '../../feedback/showFailure.ts';
import { Notice } from '../../feedback/Notice.tsx';
import { List, useRefreshList } from '../../lists/index.ts';
import { useMay } from '../../session/sessionStore.ts';
import { useReadSourcesAgain, useStudySources } from './readings.queries.ts';
import { SourceState } from './SourceState.tsx';
import { StudyActions } from './StudyActions.tsx';
import { rulesPath, syncPath } from './studyPaths.ts';
import classes from './studyList.module.css';

const MENU = 'MU-ES-IL';
const toEvents = ({ rowKey }: ListRow): string => syncPath(rowKey);
const toRules = ({ rowKey }: ListRow): string => rulesPath(rowKey);

export function StudyListPage() {
  const { t } = useTranslation('syncStudies');
  const { sponsorKey } = useRouteContext();
  const maySync = useMay('READ.SYNC', 'EDIT.SYNC');
  const mayEdit = useMay('EDIT.SYNC', 'EDIT.MAPPING');
  const refresh = useRefreshList(MENU);
  const onEnd = useCallback(() => void refresh(), [refresh]);
  const sources = useStudySources(sponsorKey, onEnd);
  const readAgain = useReadSourcesAgain(sponsorKey);
  const all = sources.data?.sources ?? [];
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      {sources.isLoadingError && (
        <Notice tone="error" role="alert">
          {failureText(sources.error)}
        </Notice>
      )}
      {sources.data && all.length === 0 && <Alert mb="md">{t('noSource')}</Alert>}
      <div className={classes.sources}>
        {all.map((source) => (
          <SourceState key={source.sourceKey} {...{ source, mayEdit }} onChanged={readAgain} />
        ))}
      </div>
      <List
        menuId={MENU}
        call={listSyncStudies}
        exportCall={exportSyncStudies}
        params={{ sponsorKey }}
        path="study-list"
        label={t('title')}
        searchLabel={t('search')}
        empty={t('none')}
        selectable
        linkOf={maySync ? toEvents : toRules}
        actions={(state) => (
          <StudyActions state={state} sources={all} mayEdit={mayEdit} onBegun={readAgain} />
        )}
      />
    </div>
  );
}
