/** All items of a case that the data of a study can fill, with their rules. */
import { Button } from '@mantine/core';
import { IconBulb, IconCalendarEvent, IconCopy, IconFileDownload, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  downloadMappingRules,
  exportMappingRules,
  listMappingRules,
} from '../../../../shared/contract/index.ts';
import { downloadOrTell } from '../../../feedback/downloadOrTell.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { GuardedButton, LoadingArea, PageHeader } from '../../../components/index.ts';
import { PageFailure } from '../../../feedback/PageFailure.tsx';
import { List } from '../../../lists/index.ts';
import { useMay } from '../../../session/sessionStore.ts';
import { EventsDialog } from './EventsDialog.tsx';
import { MappingAudit } from './MappingAudit.tsx';
import { ProposalsDialog } from './ProposalsDialog.tsx';
import { ReplaceDialog } from './ReplaceDialog.tsx';
import { ruleSetQuery, type RuleSetFacts, type StudyScope } from './mapping.queries.ts';
import { rulesPath, useStudyScope } from './useStudyScope.ts';
import classes from './mapping.module.css';

type Shown = 'events' | 'proposals' | 'replace' | 'audit' | null;

export function MappingRuleListPage() {
  const { t } = useTranslation('syncRules');
  const scope = useStudyScope();
  const { language } = useRouteContext();
  const set = useQuery(ruleSetQuery(scope, language));
  const [shown, setShown] = useState<Shown>(null);
  const title = t('list.title', { study: set.data?.studyName ?? '' });
  return (
    <div className={classes.page}>
      <PageHeader
        title={title}
        subtitle={set.data && <State set={set.data} />}
        actions={set.data && <Actions scope={scope} set={set.data} onShow={setShown} />}
      />
      {set.isPending && <LoadingArea />}
      {set.isLoadingError && <PageFailure error={set.error} onRetry={() => void set.refetch()} />}
      {set.data && (
        <List
          menuId="MU-ES-MR"
          call={listMappingRules}
          exportCall={exportMappingRules}
          params={scope}
          of={scope.studyKey}
          path={rulesPath(scope.studyKey)}
          label={title}
          searchLabel={t('list.search')}
          empty={t('list.none')}
        />
      )}
      {set.data && shown === 'events' && (
        <EventsDialog scope={scope} set={set.data} onClose={() => setShown(null)} />
      )}
      {set.data && shown === 'proposals' && (
        <ProposalsDialog scope={scope} set={set.data} onClose={() => setShown(null)} />
      )}
      {set.data && shown === 'replace' && (
        <ReplaceDialog scope={scope} studyName={set.data.studyName} onClose={() => setShown(null)} />
      )}
      {shown === 'audit' && <MappingAudit scope={scope} onClose={() => setShown(null)} />}
    </div>
  );
}

function State({ set: { mapped, total, broken, metadataVersion } }: { set: RuleSetFacts }) {
  const { t } = useTranslation('syncRules');
  return (
    <>
      {t('list.state', { mapped, total, broken })}
      {' · '}
      {metadataVersion === null ? t('list.noMetadata') : t('list.metadata', { version: metadataVersion })}
    </>
  );
}

interface ActionsProps {
  scope: StudyScope;
  set: RuleSetFacts;
  onShow: (shown: Shown) => void;
}

function Actions({ scope, set, onShow }: ActionsProps) {
  const { t } = useTranslation('syncRules');
  const mayRead = useMay('READ.MAPPING', 'EDIT.MAPPING');
  const mayEdit = useMay('EDIT.MAPPING');
  if (!mayRead) return null;
  const count = set.proposals.length;
  return (
    <>
      {mayEdit && (
        <GuardedButton
          why={count === 0 ? t('proposals.none') : null}
          leftSection={<IconBulb size={15} aria-hidden />}
          onClick={() => onShow('proposals')}
        >
          {t('proposals.open', { count })}
        </GuardedButton>
      )}
      <GuardedButton
        variant="default"
        why={set.event ? null : t('events.noMetadata')}
        leftSection={<IconCalendarEvent size={15} aria-hidden />}
        onClick={() => onShow('events')}
      >
        {t('events.open')}
      </GuardedButton>
      {mayEdit && (
        <Button
          variant="default"
          leftSection={<IconCopy size={15} aria-hidden />}
          onClick={() => onShow('replace')}
        >
          {t('replace.open')}
        </Button>
      )}
      <GuardedButton
        variant="default"
        why={set.versionNo === 0 ? t('file.none') : null}
        leftSection={<IconFileDownload size={15} aria-hidden />}
        onClick={() => void downloadOrTell(downloadMappingRules, { params: { ...scope } })}
      >
        {t('file.open')}
      </GuardedButton>
      <Button
        variant="default"
        leftSection={<IconHistory size={15} aria-hidden />}
        onClick={() => onShow('audit')}
      >
        {t('audit.open')}
      </Button>
    </>
  );
}
