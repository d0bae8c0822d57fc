/** What a batch is and where it is: facts, the states that it passes through, and what went wrong. */
import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Details, StatusBadge, Timestamp } from '../../components/index.ts';
import { useTimeZone } from '../../app-context/routeContext.ts';
import { batchTone, shownState, wayOf } from './states.ts';
import classes from './submissions.module.css';
import type { Batch } from './submissions.queries.ts';

export function BatchState({ batch }: { batch: Batch }) {
  const { t } = useTranslation('submissions');
  const state = shownState(batch);
  return <StatusBadge tone={batchTone(state)}>{t(`states.${state}`)}</StatusBadge>;
}

const ENTERED = 'state.';

/** The way of the chart, with the current state. */
export function BatchWay({ batch }: { batch: Batch }) {
  const { t } = useTranslation('submissions');
  // a receiver may answer without a receipt
  const entered = new Set([
    'draft',
    ...batch.events.flatMap(({ type }) => (type.startsWith(ENTERED) ? [type.slice(ENTERED.length)] : [])),
  ]);
  return (
    <ol className={classes.way} aria-label={t('way')}>
      {wayOf(batch.state, entered).map((state) => (
        <li
          key={state}
          data-passed={(state !== batch.state && entered.has(state)) || undefined}
          {...(state === batch.state && { 'aria-current': 'step' as const })}
        >
          {t(`states.${state}`)}
        </li>
      ))}
    </ol>
  );
}

export function BatchNotes({ batch }: { batch: Batch }) {
  const { t } = useTranslation('submissions');
  const timeZone = useTimeZone();
  return (
    <>
      {batch.pretend && (
        <Alert color="grape">{t('pretend.label', { answer: t(`pretend.${batch.pretend}`) })}</Alert>
      )}
      {batch.environment === 'test' && <Alert color="yellow">{t('test')}</Alert>}
      {batch.fault && (
        <Alert color="red" role="alert">
          {batch.fault}
          {batch.nextTryAt && (
            <>
              {' '}
              {t('nextTry')} <Timestamp iso={batch.nextTryAt} timeZone={timeZone} />
            </>
          )}
        </Alert>
      )}
      {batch.awaitsPerson && (
        <Alert color="yellow">{t(batch.transport === 'byHand' ? 'byHand' : 'unknown')}</Alert>
      )}
    </>
  );
}

export function BatchFacts({ batch }: { batch: Batch }) {
  const { t, i18n } = useTranslation('submissions');
  const timeZone = useTimeZone();
  const time = (iso: string | null) => iso && <Timestamp iso={iso} timeZone={timeZone} />;
  const kilobytes =
    batch.fileSize === null
      ? null
      : new Intl.NumberFormat(i18n.language, {
          style: 'unit',
          unit: 'kilobyte',
          maximumFractionDigits: 1,
        }).format(batch.fileSize / 1000);
  const facts = [
    { label: t('receiver'), value: batch.receiver },
    { label: t('sender'), value: batch.sender },
    { label: t('transport'), value: t(`transports.${batch.transport}`) },
    { label: t('made'), value: time(batch.createdAt) },
    { label: t('madeBy'), value: batch.createdName },
    { label: t('confirmedBy'), value: batch.confirmedName },
    { label: t('sentAt'), value: time(batch.sentAt) },
    { label: t('answeredAt'), value: time(batch.answeredAt) },
    { label: t('comment'), value: batch.comment || null },
    { label: t('size'), value: kilobytes },
    { label: t('batchNumber'), value: <code className={classes.code}>{batch.batchNumber}</code> },
    { label: t('hash'), value: batch.fileKey && <code className={classes.code}>{batch.fileKey}</code> },
    {
      label: t('rules'),
      value: batch.catalogueVersion && <code className={classes.code}>{batch.catalogueVersion}</code>,
    },
    {
      label: t('dictionaries'),
      value: Object.entries(batch.dictionaries)
        .map(([name, version]) => `${name} ${version}`)
        .join(', '),
    },
  ];
  return <Details details={facts.filter(({ value }) => Boolean(value))} className={classes.facts} />;
}
