/** Terms with two codes on the left, the one that is being decided on the right. */
import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../../../shared/text/fold.ts';
import type { CodingDifference } from '../../../../shared/contract/index.ts';
import { EmptyState, LoadingArea } from '../../../components/index.ts';
import { FailedArea } from '../../../feedback/FailedArea.tsx';
import classes from './cockpit.module.css';
import { differencesQuery } from './cockpit.queries.ts';
import { DifferencePanel, type Decided } from './DifferencePanel.tsx';
import { QueueList } from './QueueList.tsx';

/** The same for equal texts of a dictionary. */
const meantBy = ({ dictionary, text }: CodingDifference): string => `${dictionary} ${fold(text)}`;

export function DifferencesView({ scope }: { scope: string }) {
  const { t } = useTranslation('coding');
  const queries = useQueryClient();
  const [at, setAt] = useState(0);
  const [outcome, setOutcome] = useState('');
  /** the decision before, and what it was about: terms of the same text follow one another */
  const [before, setBefore] = useState<{ of: string; decided: Decided } | null>(null);
  const read = useQuery(differencesQuery(scope));
  const differences = read.data?.differences ?? [];
  const position = Math.min(at, Math.max(0, differences.length - 1));
  const difference = differences[position];
  const refresh = () => void queries.invalidateQueries({ queryKey: differencesQuery(scope).queryKey });
  return (
    <>
      <Group justify="space-between" align="start" gap="xs" className={classes.top}>
        <p className={classes.hint}>{t('decide.hint')}</p>
        <Button variant="default" onClick={refresh}>
          {t('cockpit.refresh')}
        </Button>
      </Group>
      <p className={classes.outcome} role="status">
        {outcome}
      </p>
      {read.isPending && <LoadingArea />}
      {read.isError && <FailedArea kind="panel" error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && !difference && <EmptyState title={t('decide.none')} />}
      {difference && (
        <div className={classes.split}>
          <QueueList
            label={t('decide.queue')}
            entries={differences.map(({ secondKey, text, label, caseNo }) => ({
              key: String(secondKey),
              text,
              about: `${label} · ${caseNo}`,
            }))}
            count={t(read.data?.more ? 'cockpit.countMore' : 'cockpit.terms', { count: differences.length })}
            position={position}
            onChoose={setAt}
          />
          <DifferencePanel
            // another term begins with its own choice
            key={difference.secondKey}
            {...{ scope, difference }}
            proposed={before?.of === meantBy(difference) ? before.decided : null}
            onMove={(by) => setAt(Math.max(0, Math.min(position + by, differences.length - 1)))}
            onDecided={(words, decided) => {
              setBefore({ of: meantBy(difference), decided });
              setOutcome(words);
              refresh();
            }}
          />
        </div>
      )}
    </>
  );
}
