/** Keeps the unsaved edits of the open page in the journal, and finds those of earlier sessions. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { changeCount } from '../../../../shared/case/changeSet.ts';
import { showInfo } from '../../../components/index.ts';
import type { KeptEdits, PageSession } from '../../../engine/index.ts';
import { startRecorder, useJournal, type Recorder } from '../../../journal/index.ts';
import type { PagePlace } from '../case.queries.ts';
import { journalPlace, offerOf, type Offer } from './keptEdits.ts';

export interface JournaledInput {
  session: PageSession;
  catalogue: Catalogue;
  place: PagePlace;
  sponsorKey: number;
  /** case and page in the user's words */
  title: string;
}

/** One warning is enough for a visit. */
let warned = false;

/**
 * From now on every edit of the session is written down. `offers` are edits of this page that an earlier session left,
 * newest first.
 */
export function useJournaled({ session, catalogue, place, sponsorKey, title }: JournaledInput) {
  const { t } = useTranslation('journal');
  const journal = useJournal();
  const at = journalPlace(sponsorKey, place);
  const recorder = useRef<Recorder | null>(null);
  const [offers, setOffers] = useState<readonly Offer[]>([]);

  useEffect(() => {
    if (journal !== 'impossible' || session.readOnly || warned) return;
    warned = true;
    showInfo(t('notKept'));
  }, [journal, session, t]);

  useEffect(() => {
    if (typeof journal === 'string' || session.readOnly) return;
    const isDirty = () => session.store.get(session.dirtyCount) > 0;
    const started = startRecorder({
      journal,
      place: at,
      isDirty,
      read: () => {
        const edits = session.keep();
        return { title, path: location.pathname, count: changeCount(edits.changes), edits };
      },
      onFailure(error) {
        console.warn('unsaved edits could not be kept', error);
        if (!warned) showInfo(t('notKept'));
        warned = true;
      },
    });
    recorder.current = started;
    const stop = session.subscribeEdits(started.touch);
    if (isDirty()) started.touch();
    return () => {
      stop();
      void started.stop();
    };
  }, [journal, session, at, title, t]);

  useEffect(() => {
    if (typeof journal === 'string') return;
    let left = false;
    const find = async () => {
      const found = (await journal.entries()).filter(({ place: where }) => where === at);
      if (left) return;
      const offered = found.map((entry) => offerOf(entry, session, catalogue));
      setOffers(offered.filter((offer) => offer !== null));
      for (const entry of found.filter((_, index) => offered[index] === null)) void journal.remove(entry.id);
    };
    find().catch((error: unknown) => console.warn('kept edits could not be looked for', error));
    return () => {
      left = true;
    };
  }, [journal, session, catalogue, at]);

  const remove = useCallback(
    (offer: Offer) => {
      setOffers((all) => all.filter((one) => one !== offer));
      if (typeof journal === 'object') void journal.remove(offer.entry.id);
    },
    [journal],
  );
  /** The edits are the page's now, and written down as such before their old entry goes. */
  const putBack = useCallback(
    async (offer: Offer) => {
      session.putBack(offer.kept);
      await recorder.current?.flush();
      remove(offer);
    },
    [session, remove],
  );
  const discard = useCallback(() => void recorder.current?.discard(), []);
  return { offers, putBack, remove, discard };
}

/** Edits on their way from one page to another of this tab: what was typed while a new row was being saved. */
const travelling = new Map<string, KeptEdits>();

export const sendAlong = (sponsorKey: number, place: PagePlace, edits: KeptEdits): void =>
  void travelling.set(journalPlace(sponsorKey, place), edits);

/** What was sent along to a place; once. */
export function takeAlong(sponsorKey: number, place: PagePlace): KeptEdits | null {
  const at = journalPlace(sponsorKey, place);
  const edits = travelling.get(at) ?? null;
  travelling.delete(at);
  return edits;
}
