/** Keeps the unsaved edits of the open page outside of it, and puts them back when the page is opened again. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangeSet } from '../../../shared/case/changeSet.ts';
import { showInfo } from '../../components/index.ts';
import type { PageSession } from '../../engine/index.ts';
import { dropDraft, keepDraft, readDraft } from '../../session/drafts.ts';
import { useSession } from '../../session/sessionStore.ts';
import type { PageContent, PagePlace } from './case.queries.ts';

interface Draft {
  changes: ChangeSet;
  /** when the edited content was read: later changes of others are stale, also after the draft was put back */
  retrievedAt: string;
}

/** How long typing must rest before the edits are written down. */
const REST_MS = 300;

export const draftPlace = ({ caseKey, page, rowNo }: PagePlace): string =>
  `case/${caseKey}/${page}/${rowNo ?? ''}`;

/** Answers the time from which changes of others count as later than the edits. */
export function useDraft(session: PageSession, place: PagePlace, content: PageContent): string {
  const { t } = useTranslation('editor');
  const { userKey } = useSession();
  const at = draftPlace(place);
  const [kept] = useState(() => (session.readOnly ? null : readDraft<Draft>(userKey, at)));
  const retrievedAt = kept?.retrievedAt ?? content.retrievedAt;
  useEffect(() => {
    if (!kept) return;
    session.apply(kept.changes);
    showInfo(t('draftRestored'));
  }, [kept, session, t]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = session.subscribeEdits(() => {
      clearTimeout(timer);
      // at once: a saved page is left before the typing has rested
      if (session.store.get(session.dirtyCount) === 0) dropDraft(userKey, at);
      else {
        timer = setTimeout(
          () => keepDraft(userKey, at, { changes: session.changes(), retrievedAt } satisfies Draft),
          REST_MS,
        );
      }
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [session, userKey, at, retrievedAt]);
  return retrievedAt;
}
