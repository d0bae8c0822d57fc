/** Every event of a batch, in order, with the raw file that it came with. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { downloadSubmissionEvent } from '../../../shared/contract/index.ts';
import { downloadOrTell } from '../../feedback/downloadOrTell.ts';
import { useTimeZone } from '../../app-context/routeContext.ts';
import { Pager, Timestamp, usePages } from '../../components/index.ts';
import { formatTime } from '../../i18n/formatTime.ts';
import type { Batch } from './submissions.queries.ts';
import classes from './submissions.module.css';

type BatchEvent = Batch['events'][number];

export function BatchTimeline({ batch }: { batch: Batch }) {
  const { t } = useTranslation('submissions');
  const timeZone = useTimeZone();
  const caseOf = ({ seq }: BatchEvent) => batch.messages.find((message) => message.seq === seq)?.caseNo;
  const textOf = (event: BatchEvent): string =>
    [caseOf(event), event.userName, event.code, event.text].filter(Boolean).join(' · ');
  const label = t('detail.events');
  const { shown, paging, onPaging } = usePages(batch.events);
  return (
    <>
      {paging && <Pager label={label} info={paging} onPaging={onPaging} />}
      <ol className={classes.timeline} aria-label={label}>
        {shown.map((event) => (
          <li key={event.eventKey}>
            <span className={classes.dim}>
              <Timestamp iso={event.at} timeZone={timeZone} />
            </span>{' '}
            <strong>{t(`events.${event.type}`)}</strong> {textOf(event)}{' '}
            {event.type === 'person.handedOver' && event.remoteAt && (
              <>
                (<Timestamp iso={event.remoteAt} timeZone={timeZone} />){' '}
              </>
            )}
            {event.fileKey && (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={t('detail.rawOf', { time: formatTime(event.at, timeZone) })}
                onClick={() =>
                  void downloadOrTell(downloadSubmissionEvent, {
                    params: { batchKey: batch.batchKey, eventKey: event.eventKey },
                  })
                }
              >
                {t('detail.raw')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
