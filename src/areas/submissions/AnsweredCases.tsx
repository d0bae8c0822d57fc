/** The cases of a batch with what the receiver answered; texts lead to the items that they name. */
import { Button, Group } from '@mantine/core';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { decideMessage, MAX_SUBMISSION_COMMENT } from '../../../shared/contract/index.ts';
import { STATES_TO_DECIDE } from '../../../shared/submission/batchStates.ts';
import { call } from '../../api/index.ts';
import { usePathTo } from '../../app-context/routeContext.ts';
import { useMay } from '../../session/sessionStore.ts';
import { DataTable, ReasonDialog, StatusBadge, usePages, type Column } from '../../components/index.ts';
import { attemptProps } from '../../feedback/reasonProps.ts';
import { formatDate } from '../../i18n/formatTime.ts';
import { MessageState } from '../../submission-view/MessageState.tsx';
import { ShowMessage } from './MessageDialog.tsx';
import { PredictedAnswer } from './PredictedAnswer.tsx';
import type { Batch, BatchMessage } from './submissions.queries.ts';
import classes from './submissions.module.css';
import { useBatchCommand } from './useBatchCommand.ts';

const isRejected = ({ state }: BatchMessage): boolean => state === 'rejected';

/** Of the texts of receivers, which have sentences. */
const TEXT_PX = 320;

interface Decision {
  message: BatchMessage;
  verdict: 'accepted' | 'rejected';
}

export function AnsweredCases({ batch }: { batch: Batch }) {
  const { t } = useTranslation('submissions');
  const to = usePathTo();
  const mayEdit = useMay('EDIT.SUBMISSION');
  const { shown, paging, onPaging } = usePages(batch.messages);
  const [decision, setDecision] = useState<Decision | null>(null);
  const correction: Column<BatchMessage> = {
    key: 'correction',
    label: t('correction.title'),
    render: (message) => <Correction message={message} />,
  };
  return (
    <>
      {batch.hidesTexts && <p className={classes.dim}>{t('detail.hidesTexts')}</p>}
      <DataTable
        label={t('detail.cases')}
        rows={shown}
        paging={paging}
        onPaging={onPaging}
        rowKey={({ seq }) => String(seq)}
        fullText
        columns={[
          {
            key: 'case',
            label: t('case'),
            render: ({ caseKey, caseNo }) => (
              <Link to={to(`case/${caseKey}/detail`)} className={classes.caseNo}>
                {caseNo}
              </Link>
            ),
          },
          { key: 'version', label: t('versionNo'), align: 'right', render: ({ versionNo }) => versionNo },
          { key: 'kind', label: t('kind'), render: ({ kind }) => t(`kinds.${kind}`) },
          {
            key: 'state',
            label: t('answer'),
            render: ({ state }) => <MessageState state={state} />,
          },
          ...(batch.messages.some(isRejected) ? [correction] : []),
          {
            key: 'predicted',
            label: t('predicted.title'),
            render: (message) => <PredictedAnswer message={message} />,
          },
          { key: 'code', label: t('code'), render: ({ answerCode }) => answerCode ?? '' },
          {
            key: 'text',
            label: t('text'),
            width: TEXT_PX,
            render: (message) => <AnswerText message={message} />,
          },
          { key: 'local', label: t('localNumber'), render: ({ localNumber }) => localNumber ?? '' },
          {
            key: 'decide',
            label: t('actions'),
            render: (message) => (
              <Group gap="xs" wrap="nowrap">
                <ShowMessage batch={batch} message={message} />
                {mayEdit &&
                  STATES_TO_DECIDE.includes(message.state) &&
                  (['accepted', 'rejected'] as const).map((verdict) => (
                    <Button
                      key={verdict}
                      size="compact-xs"
                      variant="default"
                      aria-label={t(`decide.${verdict}Of`, { caseNo: message.caseNo })}
                      onClick={() => setDecision({ message, verdict })}
                    >
                      {t(`decide.${verdict}`)}…
                    </Button>
                  ))}
              </Group>
            ),
          },
        ]}
      />
      {decision && (
        <DecideDialog batchKey={batch.batchKey} decision={decision} onClose={() => setDecision(null)} />
      )}
    </>
  );
}

/** What a rejection leaves to do: until when, where, and the way back to the receiver. */
function Correction({ message }: { message: BatchMessage }) {
  const { t } = useTranslation('submissions');
  const to = usePathTo();
  const mayEdit = useMay('EDIT.SUBMISSION');
  const { correctBy, correction, caseKey, caseNo } = message;
  const isOpen = correction?.state !== 'closed';
  if (!isRejected(message)) return null;
  return (
    <>
      {correction && (
        <Link to={to(correction.path)} className={classes.link}>
          <StatusBadge tone={isOpen ? 'warning' : 'success'}>
            {t(`correction.states.${correction.state}`)}
          </StatusBadge>
        </Link>
      )}{' '}
      {correctBy && isOpen && <strong>{t('correction.due', { day: formatDate(correctBy) })} </strong>}
      {mayEdit && isOpen && (
        <Link
          to={to(`submission/${caseKey}`)}
          className={classes.link}
          aria-label={t('correction.againOf', { caseNo })}
        >
          {t('correction.again')}
        </Link>
      )}
    </>
  );
}

function AnswerText({ message }: { message: BatchMessage }) {
  const { t } = useTranslation('submissions');
  const to = usePathTo();
  return (
    <>
      {message.answerText}{' '}
      {message.codes.map(({ digits, section, itemNumber, rows, error, words }) => (
        <span key={digits} className={classes.line}>
          {section === null
            ? t('answerCode.file')
            : t('answerCode.item', { section, item: itemNumber, rows: rows.join('.') || '-' })}
          {': '}
          {words ?? t('answerCode.error', { error })}{' '}
        </span>
      ))}
      {message.items.map(({ itemId, page, label }, at) => (
        <Fragment key={itemId}>
          {at > 0 && ', '}
          <Link
            to={to(`case/${message.caseKey}/detail/${page}?item=${encodeURIComponent(itemId)}`)}
            className={classes.link}
          >
            {itemId} {label}
          </Link>
        </Fragment>
      ))}
    </>
  );
}

function DecideDialog({
  batchKey,
  decision: { message, verdict },
  onClose,
}: {
  batchKey: number;
  decision: Decision;
  onClose: () => void;
}) {
  const { t } = useTranslation('submissions');
  const decide = useBatchCommand(
    (comments: string) =>
      call(decideMessage, { params: { batchKey, seq: message.seq }, body: { verdict, comments } }),
    { ownFailure: true, onSuccess: onClose },
  );
  return (
    <ReasonDialog
      {...attemptProps(decide, onClose)}
      title={t(`decide.${verdict}Of`, { caseNo: message.caseNo })}
      maxLength={MAX_SUBMISSION_COMMENT}
    />
  );
}
