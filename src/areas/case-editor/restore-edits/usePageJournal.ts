/** Keeps the unsaved edits of the open page in the journal, and finds those of earlier sessions. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { changeCount, type ChangeSet } from '../../../../shared/case/changeSet.ts';
import { showInfo } from '../../../components/index.ts';
import { findUnfitEdits, type PageSession } from '../../../engine/index.ts';
import { startRecorder, useJournal, type Entry, type Recorder } from '../../../journal/index.ts';
import type { PageAddress } from '../page.queries.ts';
import type { CaseEdits } from '../unsaved/caseEdits.ts';
import { changesIn, journalKey, offerOf, type RestoreOffer } from './restoreOffer.ts';

export interface JournaledInput {
  session: PageSession;
  catalogue: Catalogue;
  pageAddress: PageAddress;
  sponsorKey: number;
  /** case and page in the user's language */
  title: string;
  /** of the case; the page is open in it */
  edits: CaseEdits;
}

/** One warning is enough for a visit. */
let warned = false;

/**
 * Writes every edit of the session into the journal. `restoreOffers` are edits of this page that an earlier session left,
 * newest first.
 */
export function usePageJournal(input: JournaledInput) {
  const { session, catalogue, pageAddress, sponsorKey, title, edits } = input;
  const { t } = useTranslation('journal');
  const journal = useJournal();
  const at = journalKey(sponsorKey, pageAddress);
  const recorder = useRef<Recorder | null>(null);
  const [restoreOffers, setRestoreOffers] = useState<readonly RestoreOffer[]>([]);

  useEffect(() => {
    if (journal !== 'impossible' || session.readOnly || warned) return;
    warned = true;
    showInfo(t('notKept'));
  }, [journal, session, t]);

  useEffect(() => {
    if (typeof journal === 'string' || session.readOnly) return;
    const path = location.pathname;
    // it ends with the edits of the page, which may outlive the page
    recorder.current = edits.record(at, journal, () =>
      startRecorder({
        journal,
        place: at,
        isDirty: () => session.store.get(session.dirtyCount) > 0,
        read: () => {
          const snapshot = session.snapshotEdits();
          return { title, path, count: changeCount(snapshot.changes), edits: snapshot };
        },
        onFailure(error) {
          console.warn('unsaved edits could not be kept', error);
          if (!warned) showInfo(t('notKept'));
          warned = true;
        },
      }),
    );
  }, [journal, session, edits, at, title, t]);

  useEffect(() => {
    if (typeof journal === 'string') return;
    let left = false;
    const find = async () => {
      const found = (await journal.entries()).filter(({ place }) => place === at);
      const offered = await Promise.all(
        found.map(async (entry) =>
          offerOf(entry, session, catalogue, await unfitIn(entry, catalogue, pageAddress.page)),
        ),
      );
      if (left) return;
      setRestoreOffers(offered.filter((offer) => offer !== null));
      for (const entry of found.filter((_, index) => offered[index] === null)) void journal.remove(entry.id);
    };
    find().catch((error: unknown) => console.warn('kept edits could not be looked for', error));
    return () => {
      left = true;
    };
  }, [journal, session, catalogue, at, pageAddress.page]);

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
  const discard = useCallback(() => edits.forget(at), [edits, at]);
  return { restoreOffers, restore, remove, discard };
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
