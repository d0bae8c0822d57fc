/** The answer that the check predicts for a message, and whether the true one was another. */
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isOtherwise } from '../../../shared/submission/predictAnswer.ts';
import { usePathTo } from '../../app-context/routeContext.ts';
import { MessageState } from '../../submission-view/MessageState.tsx';
import type { BatchMessage } from './submissions.queries.ts';
import classes from './submissions.module.css';

export function PredictedAnswer({ message }: { message: BatchMessage }) {
  const { t } = useTranslation('submissions');
  const to = usePathTo();
  const { predicted, state, caseKey } = message;
  if (!predicted) return null;
  const { verdict, items } = predicted;
  return (
    <>
      <MessageState state={verdict} />{' '}
      {items.map(({ itemId, page, label }, at) => (
        <Fragment key={itemId}>
          {at > 0 && ', '}
          <Link
            to={to(`case/${caseKey}/detail/${page}?item=${encodeURIComponent(itemId)}`)}
            className={classes.link}
            title={label}
          >
            {itemId}
          </Link>
        </Fragment>
      ))}
      {isOtherwise({ verdict }, state) && <strong> {t('predicted.otherwise')}</strong>}
    </>
  );
}
