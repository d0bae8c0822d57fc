/** Saving the open page: the save machine with server, messages and page session as its world. */
import { useMachine } from '@xstate/react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { fromPromise } from 'xstate';
import { changeCount, type ChangeSet } from '../../../shared/case/changeSet.ts';
import type { CaseRow } from '../../../shared/case/caseContent.ts';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import { saveMachine, type SaveOutcome, type StaleAnswer } from '../../../machines/save/save.machine.ts';
import { CallFailure } from '../../api/index.ts';
import { showInfo, showSuccess } from '../../components/index.ts';
import type { Finding, PageSession } from '../../engine/index.ts';
import { stopsAction } from './save/stopsAction.ts';
import { showFailure } from '../../feedback/showFailure.ts';
import { useKeepsEdits } from '../../journal/index.ts';
import { caseKeyOf } from '../../catalogue/caseKeyOf.ts';
import { contentQuery, type PageContent, type PagePlace } from './case.queries.ts';
import { saveContent } from './pageCalls.ts';
import { refusedItemsOf } from '../../catalogue/refusedItems.ts';
import { staleItemsOf } from './save/staleItems.ts';

/** Error code of a save that changes nothing. */
const NO_MODIFIED_DATA = 'NO_MODIFIED_DATA';

interface Saved {
  sent: ChangeSet;
  rowNo: number;
  /** when, and the rows that were added with the numbers they got; nothing where nothing was left to be stored */
  stored?: { at: string; rows: readonly CaseRow[] };
}

export interface SavePageInput {
  place: PagePlace;
  appendix: string;
  content: PageContent;
  session: PageSession;
  /** after the changes are forgotten: the number of the saved row, 0 for a form */
  onSaved: (rowNo: number) => void;
  /** items the server did not take; none after a save that went through */
  onRefused: (refused: readonly Finding[]) => void;
}

/**
 * The state of the machine, and what the page may send to it. 300 ms after success the page's data are read again and
 * become the session's originals; what was typed meanwhile stays a change.
 */
export function useSavePage({ place, appendix, content, session, onSaved, onRefused }: SavePageInput) {
  const { t } = useTranslation('editor');
  const queries = useQueryClient();
  const kept = useKeepsEdits();
  const savedBefore = useRef(content.saved === 'Y');
  const saved = useRef<Saved | null>(null);

  const submit = useCallback(
    async (reason: string): Promise<SaveOutcome> => {
      const sent = session.changes();
      saved.current = { sent, rowNo: content.rowNo };
      // all that was left to save was settled as theirs
      if (changeCount(sent) === 0) return { kind: 'saved' };
      const retrievedAt = session.retrievedAt() ?? content.retrievedAt;
      const body = { reason, retrievedAt, changes: sent.items, rows: sent.rows };
      try {
        const done = await saveContent(place, body);
        saved.current = { sent, rowNo: done.rowNo, stored: { at: done.retrievedAt, rows: done.rows } };
        return { kind: 'saved' };
      } catch (error) {
        const stale = staleItemsOf(error);
        if (stale) return { kind: 'stale', items: stale };
        // an earlier save was stored though its answer was lost, or somebody else has said the same
        if (error instanceof CallFailure && error.errCode === NO_MODIFIED_DATA) return { kind: 'saved' };
        throw error;
      }
    },
    [session, place, content.rowNo, content.retrievedAt],
  );

  const settleConflict = useCallback(
    ({ stale, takeTheirs }: StaleAnswer) => {
      const theirs = new Set(takeTheirs);
      for (const item of stale) session.settle(item, theirs.has(addressKey(item)) ? 'theirs' : 'mine');
    },
    [session],
  );

  const clearChanges = useCallback(async () => {
    const done = saved.current;
    if (!done) return;
    session.markSaved(done.sent, done.stored);
    savedBefore.current = true;
    await queries.invalidateQueries({ queryKey: caseKeyOf(place.caseKey), refetchType: 'active' });
    if (place.rowNo !== 0) {
      session.rebase(await queries.fetchQuery({ ...contentQuery(place, appendix), staleTime: 0 }));
    }
    onSaved(done.rowNo);
  }, [session, queries, place, appendix, onSaved]);

  const machine = useMemo(
    () =>
      saveMachine.provide({
        actors: {
          submitPage: fromPromise(({ input }) => submit(input.reason)),
        },
        actions: {
          showNothingToSave: () => showInfo(t('save.nothing')),
          showSaved: () => {
            onRefused([]);
            showSuccess(t('save.done'));
          },
          showFailed: (_, { error, category }) => {
            onRefused(refusedItemsOf(error));
            showFailure(error, category, t(kept ? 'failures:notSaved' : 'failures:notSavedOnly'));
          },
          settleConflict: (_, answer) => settleConflict(answer),
          clearChanges: () => void clearChanges().catch((error: unknown) => showFailure(error)),
        },
      }),
    [submit, settleConflict, clearChanges, onRefused, kept, t],
  );
  const [state, send] = useMachine(machine);
  const request = useCallback(() => {
    if (stopsAction(session)) return;
    send({
      type: 'save.requested',
      changeCount: changeCount(session.changes()),
      savedBefore: savedBefore.current,
    });
  }, [send, session]);
  return { state, send, request };
}
