/** Saving the open page: the save machine with server, messages and page session as its world. */
import { useMachine } from '@xstate/react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { fromPromise } from 'xstate';
import { changeCount, type ChangeSet } from '../../../shared/case/changeSet.ts';
import { rowKey } from '../../../shared/case/caseContent.ts';
import { addressKey, parseAddressKey } from '../../../shared/case/itemAddress.ts';
import { saveMachine, type SaveOutcome, type StaleAnswer } from '../../../machines/save/save.machine.ts';
import { savePage, savePageRow } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { showInfo, showSuccess } from '../../components/index.ts';
import type { PageSession } from '../../engine/index.ts';
import { showFailure } from '../../frame/showFailure.ts';
import { caseKeyOf, contentQuery, type PageContent, type PagePlace } from './case.queries.ts';
import { staleItemsOf } from './staleItems.ts';

interface Saved {
  sent: ChangeSet;
  rowNo: number;
  takeTheirs: readonly string[];
}

export interface SavePageInput {
  place: PagePlace;
  appendix: string;
  content: PageContent;
  /** what the edits are based on: changes of others after it are stale */
  basedOn: string;
  session: PageSession;
  /** after the changes are forgotten: the number of the saved row, 0 for a form */
  onSaved: (rowNo: number) => void;
  /** opens the page anew from what was read */
  onReopen: () => void;
}

/**
 * The state of the machine, and what the page may send to it. 300 ms after success the page's data are read again and
 * become the session's originals; what was typed meanwhile stays a change.
 */
export function useSavePage({
  place,
  appendix,
  content,
  basedOn,
  session,
  onSaved,
  onReopen,
}: SavePageInput) {
  const { t } = useTranslation('editor');
  const queries = useQueryClient();
  const retrievedAt = useRef(basedOn);
  const savedBefore = useRef(content.saved === 'Y');
  const saved = useRef<Saved | null>(null);

  const submit = useCallback(
    async (reason: string, answer: StaleAnswer): Promise<SaveOutcome> => {
      const changes = session.changes();
      const theirs = new Set(answer.takeTheirs);
      const items = changes.items.filter((item) => !theirs.has(addressKey(item)));
      const rows = changes.rows.filter((row) => !theirs.has(rowKey(row)));
      const sent: ChangeSet = { items, rows };
      const known = [retrievedAt.current, answer.seenUntil ?? ''].reduce((a, b) => (a > b ? a : b));
      if (changeCount(sent) === 0) {
        saved.current = { sent, rowNo: content.rowNo, takeTheirs: answer.takeTheirs };
        return { kind: 'saved' };
      }
      const { caseKey, page, rowNo } = place;
      const body = { reason, retrievedAt: known, changes: [...items], rows: [...sent.rows] };
      try {
        const done =
          rowNo === null
            ? await call(savePage, { params: { caseKey, page }, body })
            : await call(savePageRow, { params: { caseKey, page, rowNo }, body });
        retrievedAt.current = done.retrievedAt;
        saved.current = { sent, rowNo: done.rowNo, takeTheirs: answer.takeTheirs };
        return { kind: 'saved' };
      } catch (error) {
        const stale = staleItemsOf(error);
        if (stale) return { kind: 'stale', items: stale };
        throw error;
      }
    },
    [session, place, content.rowNo],
  );

  const clearChanges = useCallback(async () => {
    const done = saved.current;
    if (!done) return;
    session.markSaved(done.sent);
    savedBefore.current = true;
    await queries.invalidateQueries({ queryKey: caseKeyOf(place.caseKey), refetchType: 'active' });
    if (place.rowNo !== 0) {
      const fresh = await queries.fetchQuery({ ...contentQuery(place, appendix), staleTime: 0 });
      retrievedAt.current = fresh.retrievedAt;
      session.rebase(fresh);
      // what the user gave up: the others' values are the originals now
      for (const key of done.takeTheirs) session.reset(parseAddressKey(key));
      if (session.changes().rows.some((row) => done.takeTheirs.includes(rowKey(row)))) onReopen();
    }
    onSaved(done.rowNo);
  }, [session, queries, place, appendix, onSaved, onReopen]);

  const machine = useMemo(
    () =>
      saveMachine.provide({
        actors: {
          submitPage: fromPromise(({ input }) => submit(input.reason, input.answer)),
        },
        actions: {
          showNothingToSave: () => showInfo(t('save.nothing')),
          showSaved: () => showSuccess(t('save.done')),
          showFailed: (_, { error, category }) => showFailure(error, category),
          clearChanges: () => void clearChanges().catch((error: unknown) => showFailure(error)),
        },
      }),
    [submit, clearChanges, t],
  );
  const [state, send] = useMachine(machine);
  const request = useCallback(
    () =>
      send({
        type: 'save.requested',
        changeCount: changeCount(session.changes()),
        savedBefore: savedBefore.current,
      }),
    [send, session],
  );
  return { state, send, request };
}
