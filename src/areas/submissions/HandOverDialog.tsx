/** The user says what became of a file of which the product does not know, and when. */
import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_SUBMISSION_COMMENT, noteHandOver } from '../../../shared/contract/index.ts';
import { firstOf, timeAt } from '../../../shared/dates/zonedDay.ts';
import { call } from '../../api/index.ts';
import { useTimeZone } from '../../app-context/routeContext.ts';
import { serverNow } from '../../clock/index.ts';
import { DayField, ReasonDialog } from '../../components/index.ts';
import { attemptProps } from '../../feedback/reasonProps.ts';
import type { Batch } from './submissions.queries.ts';
import { useBatchCommand } from './useBatchCommand.ts';

/** Offered where the product does not know, and for batches by hand, of which it knows nothing but what users enter. */
export function HandOverDialog({ batch }: { batch: Batch }) {
  const { t } = useTranslation('submissions');
  const [opened, setOpened] = useState(false);
  const mayBeCorrected = batch.transport === 'byHand' && batch.sentAt !== null;
  if (!mayBeCorrected && !batch.takes.includes('person.handedOver')) return null;
  return (
    <>
      <Button variant={batch.awaitsPerson ? 'filled' : 'default'} onClick={() => setOpened(true)}>
        {t(mayBeCorrected ? 'handOver.correct' : 'handOver.title')}…
      </Button>
      {opened && <HandOver batch={batch} onClose={() => setOpened(false)} />}
    </>
  );
}

/** As precise as users enter it. */
const MINUTES = 'YYYYMMDDhhmm'.length;

function HandOver({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const { t } = useTranslation('submissions');
  const timeZone = useTimeZone();
  const { batchKey, transport, sentAt, attempts, takes } = batch;
  const [handedOver, setHandedOver] = useState(true);
  // what the product would note by itself
  const [first] = useState(() => {
    const known = sentAt ?? (transport === 'byHand' ? null : (attempts.at(-1)?.startedAt ?? null));
    return timeAt(known === null ? serverNow() : Date.parse(known), timeZone);
  });
  const [day, setDay] = useState(first.slice(0, 8));
  const [time, setTime] = useState(`${first.slice(8, 10)}:${first.slice(10, 12)}`);
  const entered = day + time.replace(':', '');
  const isMissing = entered.length !== MINUTES;
  const [isSubmitted, setSubmitted] = useState(false);
  const note = useBatchCommand(
    (comments: string) => {
      const at = handedOver ? { at: new Date(firstOf(entered, timeZone)).toISOString() } : {};
      return call(noteHandOver, { params: { batchKey }, body: { handedOver, ...at, comments } });
    },
    { ownFailure: true, onSuccess: onClose },
  );
  return (
    <ReasonDialog
      {...attemptProps(note, onClose)}
      title={t(sentAt === null ? 'handOver.title' : 'handOver.correct')}
      maxLength={MAX_SUBMISSION_COMMENT}
      isReady={() => {
        setSubmitted(true);
        return !handedOver || !isMissing;
      }}
      note={
        <Stack gap="sm">
          {takes.includes('person.notHandedOver') && (
            <Radio.Group
              label={t('handOver.question')}
              value={handedOver ? 'yes' : 'no'}
              onChange={(value) => setHandedOver(value === 'yes')}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="yes" label={t('handOver.yes')} data-autofocus />
                <Radio value="no" label={t('handOver.no')} />
              </Stack>
            </Radio.Group>
          )}
          {handedOver && (
            <Group align="flex-start">
              <DayField
                label={t('handOver.day')}
                data-autofocus
                description={t('handOver.counts')}
                required
                value={day}
                onChange={setDay}
              />
              <TextInput
                type="time"
                label={t('handOver.time')}
                description={timeZone}
                required
                value={time}
                error={isSubmitted && isMissing ? t('handOver.required') : null}
                onChange={({ currentTarget }) => setTime(currentTarget.value)}
              />
            </Group>
          )}
        </Stack>
      }
    />
  );
}
