/** The state of a source: its newest reading, how far it is, or why it failed and what to do. */
import { Button, Group, Progress, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cancelStudyReading, type StudyReading, type StudySource } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useTimeZone } from '../../app-context/routeContext.ts';
import { StatusBadge, Timestamp, type Tone } from '../../components/index.ts';
import { Notice } from '../../feedback/Notice.tsx';
import classes from './studyList.module.css';

const TONES: Record<StudyReading['state'], Tone> = {
  waiting: 'info',
  running: 'info',
  done: 'success',
  failed: 'error',
  cancelled: 'warning',
};

interface SourceStateProps {
  source: StudySource;
  mayEdit: boolean;
  onChanged: () => Promise<void>;
}

export function SourceState({ source, mayEdit, onChanged }: SourceStateProps) {
  const { t } = useTranslation('syncStudies');
  const timeZone = useTimeZone();
  const { name, reading, everyHours, disabled } = source;
  return (
    <section className={classes.source} aria-label={name}>
      <Group gap="sm">
        <Text fw={600}>{name}</Text>
        {disabled && <StatusBadge tone="warning">{t('off')}</StatusBadge>}
        {reading && <StatusBadge tone={TONES[reading.state]}>{t(`states.${reading.state}`)}</StatusBadge>}
        {reading?.endedAt && (
          <Text size="sm" c="dimmed">
            <Timestamp iso={reading.endedAt} timeZone={timeZone} />
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {everyHours === null ? t(`brought.${source.kind}`) : t('every', { count: everyHours })}
        </Text>
      </Group>
      {!reading && <Text size="sm">{t('never')}</Text>}
      {reading && <Reading {...{ reading, mayEdit, onChanged }} failures={source.failures} />}
    </section>
  );
}

interface ReadingProps extends Omit<SourceStateProps, 'source'> {
  reading: StudyReading;
  failures: number;
}

function Reading({ reading, failures, mayEdit, onChanged }: ReadingProps) {
  const { t } = useTranslation('syncStudies');
  const { state, studies, rowsNew, rowsChanged, rowsRemoved, fault, detail, line, fileName } = reading;
  if (state === 'waiting' || state === 'running') return <UnderWay {...{ reading, mayEdit, onChanged }} />;
  if (state === 'failed')
    return (
      <Notice tone="error" title={fault ? t(`faults.${fault}`) : undefined}>
        {line !== null && <div>{t('line', { line, file: fileName ?? '' })}</div>}
        {detail !== '' && (
          <div>
            {t('detail')} <code lang="en">{detail}</code>
          </div>
        )}
        {fault && <div>{t(`help.${fault}`)}</div>}
        {failures > 1 && <div>{t('failures', { count: failures })}</div>}
      </Notice>
    );
  if (state === 'cancelled') return <Text size="sm">{t('stopped')}</Text>;
  return <Text size="sm">{t('brought.rows', { count: studies, rowsNew, rowsChanged, rowsRemoved })}</Text>;
}

function UnderWay({ reading, mayEdit, onChanged }: Omit<ReadingProps, 'failures'>) {
  const { t } = useTranslation('syncStudies');
  const { readingKey, done, total } = reading;
  const stop = useMutation({
    mutationFn: () => call(cancelStudyReading, { params: { readingKey } }),
    onSettled: onChanged,
  });
  const share = done !== null && total !== null && total > 0 ? Math.round((done / total) * 100) : 0;
  return (
    <Group gap="sm" role="status">
      <Progress value={share} w={240} aria-label={t('progress')} />
      <Text size="sm">{done === null ? t('states.waiting') : t('progressOf', { done, total })}</Text>
      {mayEdit && (
        <Button size="compact-sm" variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
          {t('stop')}
        </Button>
      )}
    </Group>
  );
}
