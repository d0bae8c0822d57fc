/** The acknowledgement of a batch on its way to the partner who sent the batch. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sendAcknowledgement, type BodyOf, type ImportDetail } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useTimeZone } from '../../app-context/routeContext.ts';
import { StatusBadge, type Tone } from '../../components/index.ts';
import { formatTime } from '../../i18n/formatTime.ts';
import { DATA } from './data.queries.ts';
import classes from './data.module.css';

type Batch = ImportDetail['batches'][number];
type Sending = NonNullable<Batch['sending']>;
type SendingEvent = BodyOf<typeof sendAcknowledgement>['event'];

const TONES: Record<Sending['state'], Tone> = {
  handing: 'info',
  waiting: 'warning',
  asking: 'info',
  awaitingPerson: 'warning',
  failed: 'error',
  sent: 'success',
};

/** What a user may do in a state. */
const EVENTS: Partial<Record<Sending['state'], readonly SendingEvent[]>> = {
  awaitingPerson: ['handedOver', 'notHandedOver'],
  failed: ['retry'],
};

interface SendingOfProps extends Pick<Batch, 'batchNo' | 'batchNumber' | 'sendableTo' | 'sending'> {
  dataKey: number;
  mayChange: boolean;
}

export function SendingOf(props: SendingOfProps) {
  const { dataKey, batchNo, batchNumber, sendableTo, sending, mayChange } = props;
  const { t } = useTranslation('data');
  const timeZone = useTimeZone();
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: (event: SendingEvent) =>
      call(sendAcknowledgement, { params: { dataKey, batchNo }, body: { event } }),
    onSettled: () => queries.invalidateQueries({ queryKey: DATA }),
  });
  const events: readonly SendingEvent[] = sending
    ? (EVENTS[sending.state] ?? [])
    : sendableTo === null
      ? []
      : ['send'];
  const receiver = sending?.receiver ?? sendableTo ?? '';
  return (
    <>
      {mayChange &&
        events.map((event) => (
          <Button
            key={event}
            ml={6}
            size="compact-sm"
            variant="default"
            loading={send.isPending && send.variables === event}
            aria-label={t(`batches.sending.${event}Of`, { number: batchNumber, receiver })}
            onClick={() => send.mutate(event)}
          >
            {t(`batches.sending.${event}`)}
          </Button>
        ))}
      {sending && (
        <div className={classes.note}>
          <StatusBadge tone={TONES[sending.state]}>
            {t(`batches.sending.states.${sending.state}`)}
          </StatusBadge>{' '}
          {sending.sentAt
            ? t('batches.sending.sent', {
                receiver,
                user: sending.userName,
                at: formatTime(sending.sentAt, timeZone),
              })
            : t('batches.sending.to', { receiver, user: sending.userName })}
          {sending.fault && <div role="alert">{sending.fault}</div>}
        </div>
      )}
    </>
  );
}
