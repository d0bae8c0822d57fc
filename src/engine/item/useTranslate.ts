import { useState } from 'react';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { truncate } from '../../../shared/case/itemValue.ts';
import { useEngine } from '../page/context.ts';

interface Translate {
  busy: boolean;
  /** false: no translator is set up */
  available: boolean;
  /**
   * Requests the translations one by one and writes the combined notation as one step of undo. Returns the notation
   * before, including what was typed in between; rejects with a message for the user, and then has written nothing.
   */
  translate: (
    texts: readonly string[],
    combine: (translated: string[], before: string) => string,
  ) => Promise<string>;
}

/** Translation into the notation of an item. */
export function useTranslate(address: ItemAddress, limit: number | null): Translate {
  const { services, session } = useEngine();
  const [busy, setBusy] = useState(false);
  const ask = services.translate;
  return {
    busy,
    available: ask !== undefined,
    translate: async (texts, combine) => {
      if (!ask) throw new Error('there is no translator');
      setBusy(true);
      const placeNow = session.follow(address);
      try {
        const translated: string[] = [];
        for (const text of texts) translated.push(text.trim() === '' ? '' : await ask(text));
        const at = placeNow();
        const before = session.get(at).notation ?? '';
        session.closeStep();
        session.setNotation(at, truncate(combine(translated, before), limit));
        session.closeStep();
        return before;
      } finally {
        setBusy(false);
      }
    },
  };
}
