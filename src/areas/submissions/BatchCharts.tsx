/**
 * The charts of a batch, of its attempts and of its messages, which the server runs: drawn with where they are now, and the
 * same as a table.
 */
import { Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { submissionBatchMachine } from '../../../machines/submission-batch/submissionBatch.machine.ts';
import { submissionMessageMachine } from '../../../machines/submission-message/submissionMessage.machine.ts';
import { stateRoutes, type StateRoutes } from '../../../machines/stateRoutes.ts';
import { useTimeZone } from '../../app-context/routeContext.ts';
import { DataTable, StepDrawing, Timestamp, type Column } from '../../components/index.ts';
import classes from './submissions.module.css';
import type { Batch } from './submissions.queries.ts';

const BATCH = stateRoutes(submissionBatchMachine);
const SENDING = stateRoutes(submissionBatchMachine, 'sending');
const MESSAGE = stateRoutes(submissionMessageMachine);
/** What users see of messages that wait for their answer has the words of the batch. */
const UNANSWERED = 'sent';

/** Folded: who wants to know more than the way of the batch opens it. */
export function BatchCharts({ batch }: { batch: Batch }) {
  const { t } = useTranslation('submissions');
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('chart.title')}</summary>
      {isOpen && (
        <div className={classes.charts}>
          <BatchChart batch={batch} />
          <AttemptChart batch={batch} />
          <MessageChart batch={batch} />
        </div>
      )}
    </details>
  );
}

function BatchChart({ batch }: { batch: Batch }) {
  const { t } = useTranslation('submissions');
  const timeZone = useTimeZone();
  const enteredAt = (state: string) => batch.events.findLast(({ type }) => type === `state.${state}`)?.at;
  return (
    <StateChart
      title={t('chart.batch')}
      chart={BATCH}
      current={[batch.state]}
      labelOf={(state) => t(`states.${state}`)}
      column={{
        key: 'entered',
        label: t('chart.entered'),
        render: (state) => {
          const at = enteredAt(state);
          return at && <Timestamp iso={at} timeZone={timeZone} />;
        },
      }}
    />
  );
}

/** What happens while the batch is being sent, and the attempts so far. */
function AttemptChart({ batch: { sending, attempts } }: { batch: Batch }) {
  const { t } = useTranslation('submissions');
  const timeZone = useTimeZone();
  const title = t('chart.attempts');
  return (
    <StateChart
      title={title}
      chart={SENDING}
      current={sending === null ? [] : [sending]}
      labelOf={(state) => t(`sendingStates.${state}`)}
    >
      <DataTable
        label={t('attempt.list')}
        fullText
        rows={attempts}
        rowKey={({ attemptNo }) => String(attemptNo)}
        empty={t('attempt.none')}
        columns={[
          { key: 'no', label: t('attempt.no'), align: 'right', render: ({ attemptNo }) => attemptNo },
          {
            key: 'started',
            label: t('attempt.started'),
            render: ({ startedAt }) => <Timestamp iso={startedAt} timeZone={timeZone} />,
          },
          {
            key: 'ended',
            label: t('attempt.ended'),
            render: ({ endedAt }) => endedAt && <Timestamp iso={endedAt} timeZone={timeZone} />,
          },
          {
            key: 'outcome',
            label: t('attempt.outcome'),
            render: ({ outcome }) => outcome && t(`attempt.outcomes.${outcome}`),
          },
          { key: 'message', label: t('attempt.message'), render: ({ message }) => message },
        ]}
      />
    </StateChart>
  );
}

function MessageChart({ batch }: { batch: Batch }) {
  const { t } = useTranslation('submissions');
  const counts = new Map<string, number>();
  for (const { state } of batch.messages) {
    const shown = MESSAGE.states.includes(state) ? state : UNANSWERED;
    counts.set(shown, (counts.get(shown) ?? 0) + 1);
  }
  return (
    <StateChart
      title={t('chart.messages')}
      chart={MESSAGE}
      current={[...counts.keys()]}
      labelOf={(state) => t(`messageStates.${state}`)}
      noteOf={(state) => (counts.has(state) ? t('chart.count', { count: counts.get(state) }) : '')}
      column={{
        key: 'count',
        label: t('chart.cases'),
        align: 'right',
        render: (state) => counts.get(state) ?? 0,
      }}
    />
  );
}

interface StateChartProps {
  title: string;
  chart: StateRoutes;
  /** states that it is in */
  current: readonly string[];
  labelOf: (state: string) => string;
  noteOf?: (state: string) => string;
  /** beside the state and those after it */
  column?: Column<string>;
  /** below the table */
  children?: ReactNode;
}

function StateChart({
  title,
  chart,
  current,
  labelOf,
  noteOf = () => '',
  column,
  children,
}: StateChartProps) {
  const { t } = useTranslation('submissions');
  const { states, routes } = chart;
  const nextOf = (state: string) =>
    states.filter((other) => routes.some(({ from, to }) => from === state && to === other)).map(labelOf);
  return (
    <section>
      <Title order={3} size="h5">
        {title}
      </Title>
      <div className={classes.chartAndTable}>
        <StepDrawing
          label={t('chart.drawing', { title })}
          steps={states.map((state) => ({ key: state, label: labelOf(state), note: noteOf(state) }))}
          routes={routes}
          current={current}
        />
        <div className={classes.chartTable}>
          <DataTable
            label={title}
            fullText
            rows={states}
            rowKey={(state) => state}
            columns={[
              {
                key: 'state',
                label: t('chart.state'),
                render: (state) =>
                  current.includes(state) ? t('chart.now', { state: labelOf(state) }) : labelOf(state),
              },
              ...(column ? [column] : []),
              { key: 'to', label: t('chart.to'), render: (state) => nextOf(state).join(', ') },
            ]}
          />
          {children}
        </div>
      </div>
    </section>
  );
}
