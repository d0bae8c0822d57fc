/** The queue of texts to be coded on the left, the text that is being coded on the right. */
import { Button, Group, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodingGroup, CodingStep, DataOf, readCodingQueue } from '../../../../shared/contract/index.ts';
import { EmptyState, LoadingArea, StatusBadge } from '../../../components/index.ts';
import { FailedArea } from '../../../feedback/FailedArea.tsx';
import classes from './cockpit.module.css';
import { queueKey, queueQuery, readPart, type Queue } from './cockpit.queries.ts';
import { GroupPanel } from './GroupPanel.tsx';
import { QueueList } from './QueueList.tsx';

type Answer = DataOf<typeof readCodingQueue>;

const isSame = (one: CodingGroup, other: CodingGroup): boolean =>
  one.dictionary === other.dictionary && one.textKey === other.textKey;

export interface QueueViewProps {
  scope: string;
  step: CodingStep;
}

export function QueueView({ scope, step }: QueueViewProps) {
  const { t } = useTranslation('coding');
  const queries = useQueryClient();
  const [dictionary, setDictionary] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const [outcome, setOutcome] = useState('');
  const of: Queue = { scope, step, dictionary };
  const queue = useQuery(queueQuery(of));
  const groups = queue.data?.groups ?? [];
  const position = Math.min(at, Math.max(0, groups.length - 1));
  const group = groups[position];

  const update = (change: (before: Answer) => Answer) =>
    queries.setQueryData<Answer>(queueKey(of), (before) => before && change(before));

  /** Coded groups leave the queue, so that the next one takes their place. */
  const takeOut = (done: CodingGroup) => {
    const rest = groups.filter((one) => !isSame(one, done));
    update((before) => ({
      ...before,
      groups: before.groups.filter((one) => !isSame(one, done)),
      total: before.total - 1,
    }));
    if (rest.length === 0) void queue.refetch();
  };
  const more = useMutation({
    mutationFn: () => readPart(of, groups.length),
    onSuccess: ({ groups: next, total }) =>
      update((before) => ({
        ...before,
        // others coded in the meantime: a group may have moved into this part
        groups: [
          ...before.groups,
          ...next.filter((one) => !before.groups.some((known) => isSame(known, one))),
        ],
        total,
      })),
  });
  const left = (queue.data?.total ?? 0) - groups.length;
  /** Goes on with the first of them. */
  const showMore = () => {
    if (!more.isPending) more.mutate(undefined, { onSuccess: () => setAt(groups.length) });
  };
  const move = (by: 1 | -1) => {
    const to = position + by;
    if (groups[to]) setAt(to);
    else if (by < 0) setOutcome(t('cockpit.first'));
    else if (left === 0) setOutcome(t('cockpit.last'));
    else showMore();
  };
  const choices = [
    { value: '', label: t('cockpit.all') },
    ...(queue.data?.dictionaries ?? []).map((one) => ({ value: one.dictionary, label: one.label })),
  ];
  return (
    <>
      <Group justify="space-between" align="start" gap="xs" className={classes.top}>
        <p className={classes.hint}>{t(step === 'first' ? 'cockpit.hint' : 'cockpit.hintSecond')}</p>
        <Group gap="xs">
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
        </Group>
      </Group>
      <p className={classes.outcome} role="status">
        {outcome}
      </p>
      {queue.isPending && <LoadingArea />}
      {queue.isError && <FailedArea kind="panel" error={queue.error} onRetry={() => void queue.refetch()} />}
      {queue.data && !group && (
        <EmptyState title={t(step === 'first' ? 'cockpit.none' : 'cockpit.noneSecond')} />
      )}
      {group && (
        <div className={classes.split}>
          <QueueList
            label={t('cockpit.queue')}
            entries={groups.map((one) => ({
              key: `${one.dictionary} ${one.textKey}`,
              text: one.text,
              about: <AboutGroup group={one} />,
            }))}
            count={t('cockpit.count', { count: queue.data?.total ?? 0 })}
            position={position}
            onChoose={setAt}
            end={
              left > 0 && (
                <Button variant="default" fullWidth mt="xs" loading={more.isPending} onClick={showMore}>
                  {t('cockpit.showMore', { count: left })}
                </Button>
              )
            }
          />
          <GroupPanel
            {...{ scope, step, group }}
            next={groups[position + 1] ?? null}
            onMove={move}
            onOutcome={setOutcome}
            onDone={() => takeOut(group)}
          />
        </div>
      )}
    </>
  );
}

function AboutGroup({ group: { label, terms, doubts } }: { group: CodingGroup }) {
  const { t } = useTranslation('coding');
  return (
    <>
      {label} · {t('cockpit.terms', { count: terms })}{' '}
      {doubts.map((doubt) => (
        <StatusBadge key={doubt} tone="warning">
          {t(`cockpit.doubts.${doubt}`)}
        </StatusBadge>
      ))}
    </>
  );
}
