import { useState } from 'react';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { truncate } from '../../../shared/case/itemValue.ts';
import { showError } from '../../components/index.ts';
import { useIsDrawn } from '../../components/useIsDrawn.ts';
import { useEngine } from '../page/context.ts';

interface Translate {
  busy: boolean;
  /** false: no translator is set up */
  available: boolean;
  /**
   * Requests the translations one by one and writes the combined notation as one step of undo, also into a page that was
   * left. Never rejects.
   */
  translate: (translation: Translation) => Promise<void>;
}

interface Translation {
  texts: readonly string[];
  combine: (translated: string[], before: string) => string;
  /** called with the notation before, including what was typed in between */
  onTranslated: (before: string) => void;
  /** nothing was written; called with a message for the user while the component is drawn, else it is shown as an error */
  onFailure: (message: string) => void;
}

/** Translation into the notation of an item. The page counts as unsaved until it is there. */
export function useTranslate(address: ItemAddress, limit: number | null): Translate {
  const { services, session, t } = useEngine();
  const [busy, setBusy] = useState(false);
  const isOpen = useIsDrawn();
  const request = (text: string): Promise<string> => {
    if (!services.translate) throw new Error('there is no translator');
    return services.translate(text);
  };
  return {
    busy,
    available: services.translate !== undefined,
    translate: async ({ texts, combine, onTranslated, onFailure }) => {
      setBusy(true);
      const placeNow = session.follow(address);
      try {
        const before = await session.whilePending(async () => {
          const translated: string[] = [];
          for (const text of texts) translated.push(text.trim() === '' ? '' : await request(text));
          const at = placeNow();
          const notation = session.get(at).notation ?? '';
          session.closeStep();
          session.setNotation(at, truncate(combine(translated, notation), limit));
          session.closeStep();
          return notation;
        });
        onTranslated(before);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        const message = t('notice.notTranslated', { why });
        if (isOpen()) onFailure(message);
        else showError(message);
      } finally {
        setBusy(false);
      }
    },
  };
}
