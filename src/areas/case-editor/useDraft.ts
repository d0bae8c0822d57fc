/** Keeps the unsaved edits of the open page outside of it, and puts them back when the page is opened again. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangeSet } from '../../../shared/case/changeSet.ts';
import { showInfo } from '../../components/index.ts';
import type { PageSession } from '../../engine/index.ts';
import { dropDraft, keepDraft, readDraft } from '../../session/drafts.ts';
import { useSession } from '../../session/sessionStore.ts';
import type { PagePlace } from './case.queries.ts';

export interface Draft {
  changes: ChangeSet;
  /** when the edited content was read: later changes of others are stale, also after the draft was put back */
  retrievedAt: string;
}

/** How long typing must rest before the edits are written down. */
const REST_MS = 300;

export const draftPlace = ({ caseKey, page, rowNo }: PagePlace): string =>
  `case/${caseKey}/${page}/${rowNo ?? ''}`;

/** The draft left at a place by this user, or null; read once. */
export function useKeptDraft(place: PagePlace, readOnly: boolean): Draft | null {
  const { t } = useTranslation('editor');
  const { userKey } = useSession();
  const [kept] = useState(() => (readOnly ? null : readDraft<Draft>(userKey, draftPlace(place))));
  useEffect(() => {
    if (kept) showInfo(t('draftRestored'));
  }, [kept, t]);
  return kept;
}

/** From now on keeps the edits of the session, which are based on content read at `retrievedAt`. */
export function useDraft(session: PageSession, place: PagePlace, retrievedAt: string): void {
  const { userKey } = useSession();
  const at = draftPlace(place);
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
}
