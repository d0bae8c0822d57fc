import { useCallback } from 'react';
import { atom, useAtomValue, useStore } from 'jotai';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { useEngine } from '../page/context.ts';

const NO_CHOICE = atom(null);
const NEVER = atom(false);

/**
 * Is the notation of an item drawn? Where there is one, and everywhere while the page shows all; the user's choice for
 * the item outranks both, until the page is switched. One that the item no longer takes is drawn, so that it can be removed.
 */
export function useNotationShown(
  item: CatalogueItem,
  key: string,
  isPresent: boolean,
): [boolean, () => void] {
  const { form } = useEngine();
  const store = useStore();
  const choice = useAtomValue(item.notation ? form.notationChoice(key) : NO_CHOICE);
  const all = useAtomValue(item.notation ? form.notationsShown : NEVER);
  const shown = item.notation ? (choice?.all === all ? choice.shown : all || isPresent) : isPresent;
  const toggle = useCallback(
    () => store.set(form.notationChoice(key), { shown: !shown, all: store.get(form.notationsShown) }),
    [store, form, key, shown],
  );
  return [shown, toggle];
}
