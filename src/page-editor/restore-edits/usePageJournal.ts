/** Keeps the unsaved edits of the open page in the journal, and finds those of earlier sessions. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { changeCount, type ChangeSet } from '../../../shared/case/changeSet.ts';
import { showInfo } from '../../components/index.ts';
import { findUnfitEdits, type EditsSnapshot, type PageSession } from '../../engine/index.ts';
import { startRecorder, useJournal, type Entry, type Recorder } from '../../journal/index.ts';
import { changesIn, offerOf, type RestoreOffer } from './restoreOffer.ts';

export interface JournaledInput {
  session: PageSession;
  catalogue: Catalogue;
  /** key of the page in the journal */
  place: string;
  page: string;
  /** case and page in the user's language */
  title: string;
  /** edits that were left for this page and that it cannot take: they are offered as those of an earlier session */
  misfits?: EditsSnapshot | null;
  /** left out: the recorder ends with the page */
  recorders?: PageRecorders;
}

/** Whose edits a recorder writes. */
export interface RecordedPage {
  /** key in the journal */
  place: string;
  /** leads to the page */
  path: string;
  session: PageSession;
}

/** Recorders of pages whose edits outlive them. */
export interface PageRecorders {
  /**
   * The recorder that writes the edits of the page into this journal: the running one, or a new one. `start` without a page
   * starts it for this one.
   */
  record: (place: string, journal: object, start: (page?: RecordedPage) => Recorder) => Recorder | null;
  /** Drops the edits of a page, also from the journal. */
  forget: (place: string) => void;
}

/** One warning is enough for a visit. */
let warned = false;

/**
 * Writes every edit of the session into the journal. `restoreOffers` are edits of this page that an earlier session left,
 * newest first.
 */
export function usePageJournal(input: JournaledInput) {
  const { session, catalogue, place: at, page, title, misfits = null, recorders } = input;
  const { t } = useTranslation('journal');
  const journal = useJournal();
  const recorder = useRef<Recorder | null>(null);
  const [restoreOffers, setRestoreOffers] = useState<readonly RestoreOffer[]>([]);

  useEffect(() => {
    if (journal === 'opening' || journal.isLasting || session.readOnly || warned) return;
    warned = true;
    showInfo(t('notKept'));
  }, [journal, session, t]);

  useEffect(() => {
    if (typeof journal === 'string' || session.readOnly) return;
    const opened: RecordedPage = { place: at, path: location.pathname, session };
    const start = ({ place, path, session: edited } = opened) =>
      startRecorder({
        journal,
        place,
        isDirty: edited.isDirty,
        read: () => {
          const snapshot = edited.snapshotEdits();
          return { title, path, count: changeCount(snapshot.changes), edits: snapshot };
        },
        onFailure(error) {
          console.warn('unsaved edits could not be kept', error);
          if (!warned) showInfo(t('notKept'));
          warned = true;
        },
      });
    recorder.current = recorders ? recorders.record(at, journal, start) : start();
    return recorders || !recorder.current ? undefined : whileOpen(session, recorder.current);
  }, [journal, session, recorders, at, title, t]);

  const isLaidDown = useRef(false);
  useEffect(() => {
    if (typeof journal === 'string' || !misfits || isLaidDown.current) return;
    isLaidDown.current = true;
    const writer = journal.open(at);
    const count = changeCount(misfits.changes);
    void writer
      .keep({ title, path: location.pathname, count, edits: misfits })
      .catch((error: unknown) => {
        console.warn('unsaved edits could not be kept', error);
        showInfo(t('notKept'));
      })
      .finally(writer.close);
  }, [journal, misfits, at, title, t]);

  useEffect(() => {
    if (typeof journal === 'string') return;
    let looks = 0;
    const find = async () => {
      looks += 1;
      const mine = looks;
      const found = (await journal.entries()).filter(({ place }) => place === at);
      const offered = await Promise.all(
        found.map(async (entry) => offerOf(entry, session, await unfitIn(entry, catalogue, page))),
      );
      // the page was left, or there are other entries meanwhile
      if (mine !== looks) return;
      setRestoreOffers(offered.filter((offer) => offer !== null));
      for (const entry of found.filter((_, index) => offered[index] === null)) void journal.remove(entry.id);
    };
    const look = () =>
      void find().catch((error: unknown) => console.warn('kept edits could not be looked for', error));
    look();
    // edits may arrive that the open page cannot take
    const stop = journal.subscribe(look);
    return () => {
      looks += 1;
      stop();
    };
  }, [journal, session, catalogue, at, page]);

  const remove = useCallback(
    (offer: RestoreOffer) => {
      setRestoreOffers((all) => all.filter((one) => one !== offer));
      if (typeof journal === 'object') void journal.remove(offer.entry.id);
    },
    [journal],
  );
  /** The edits belong to the page again, and are in the journal as such before their old entry is removed. */
  const restore = useCallback(
    async (offer: RestoreOffer) => {
      session.restoreEdits(offer.edits);
      await recorder.current?.flush();
      remove(offer);
    },
    [session, remove],
  );
  const discard = useCallback(() => {
    if (recorders) recorders.forget(at);
    else void recorder.current?.discard();
  }, [recorders, at]);
  return { restoreOffers, restore, remove, discard };
}

/** Records each edit; the answer ends that. */
function whileOpen(session: PageSession, recorder: Recorder): () => void {
  const unsubscribe = session.subscribeEdits(recorder.touch);
  if (session.isDirty()) recorder.touch();
  return () => {
    unsubscribe();
    void recorder.stop();
  };
}

/** Changes of an entry that the form cannot take. Without the validators all of them are offered: the server checks, too. */
async function unfitIn(entry: Entry, catalogue: Catalogue, page: string): Promise<ChangeSet | undefined> {
  const changes = changesIn(entry);
  if (!changes) return undefined;
  try {
    return await findUnfitEdits(catalogue, page, changes);
  } catch (error) {
    console.warn('the structure of unsaved edits could not be checked', error);
    return undefined;
  }
}
