/** The coding cockpit: the queue of texts to be coded on the left, the text that is being coded on the right. */
import { Button, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodingGroup, DataOf, readCodingQueue } from '../../../../shared/contract/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { EmptyState, LoadingArea, PageHeader } from '../../../components/index.ts';
import { FailedArea } from '../../../feedback/FailedArea.tsx';
import classes from './cockpit.module.css';
import { queueKey, queueQuery } from './cockpit.queries.ts';
import { GroupPanel } from './GroupPanel.tsx';
import { QueueList } from './QueueList.tsx';

type Queue = DataOf<typeof readCodingQueue>;

const isSame = (one: CodingGroup, other: CodingGroup): boolean =>
  one.dictionary === other.dictionary && one.textKey === other.textKey;

export function CockpitPage() {
  const { t } = useTranslation(['coding', 'pages', 'common']);
  const { sponsorKey, sessionSenderKey, appendix, language } = useRouteContext();
  const scope = `${sponsorKey}/${sessionSenderKey}/${appendix}/${language}`;
  const queries = useQueryClient();
  const [dictionary, setDictionary] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const [outcome, setOutcome] = useState('');
  const queue = useQuery(queueQuery(scope, dictionary));
  const groups = queue.data?.groups ?? [];
  const position = Math.min(at, Math.max(0, groups.length - 1));
  const group = groups[position];

  /** Coded groups leave the queue, so that the next one takes their place. */
  const takeOut = (done: CodingGroup) => {
    const rest = groups.filter((one) => !isSame(one, done));
    queries.setQueryData<Queue>(
      queueKey(scope, dictionary),
      (before) => before && { ...before, groups: before.groups.filter((one) => !isSame(one, done)) },
    );
    if (rest.length === 0) void queue.refetch();
  };
  const choices = [
    { value: '', label: t('cockpit.all') },
    ...(queue.data?.dictionaries ?? []).map((one) => ({ value: one.dictionary, label: one.label })),
  ];
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('pages:titles.codingQueue')}
        actions={
          <>
            <NativeSelect
              aria-label={t('compare.dictionary')}
              value={dictionary ?? ''}
              data={choices}
              onChange={({ currentTarget }) => {
                setDictionary(currentTarget.value || null);
                setAt(0);
              }}
            />
            <Button
              variant="default"
              onClick={() => {
                setAt(0);
                void queries.invalidateQueries({ queryKey: ['coding', 'queue', scope] });
              }}
            >
              {t('cockpit.refresh')}
            </Button>
          </>
        }
      />
      <p className={classes.hint}>{t('cockpit.hint')}</p>
      <p className={classes.outcome} role="status">
        {outcome}
      </p>
      {queue.isPending && <LoadingArea />}
      {queue.isError && <FailedArea kind="panel" error={queue.error} onRetry={() => void queue.refetch()} />}
      {queue.data && !group && <EmptyState title={t('cockpit.none')} />}
      {group && (
        <div className={classes.split}>
          <QueueList {...{ groups, position }} more={queue.data?.more ?? false} onChoose={setAt} />
          <GroupPanel
            {...{ scope, group }}
            next={groups[position + 1] ?? null}
            onMove={(by) => setAt(Math.max(0, Math.min(position + by, groups.length - 1)))}
            onOutcome={setOutcome}
            onDone={() => takeOut(group)}
          />
        </div>
      )}
    </div>
  );
}
