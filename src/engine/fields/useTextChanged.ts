import { useMemo } from 'react';
import { atom, useAtomValue } from 'jotai';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { useEngine } from '../page/context.ts';

/** Whether a text that the code was chosen for has an unsaved change, and the code has none. */
export function useTextChanged({ coding }: Pick<CatalogueItem, 'coding'>, address: ItemAddress): boolean {
  const { session } = useEngine();
  const isTextChanged = useMemo(
    () =>
      atom((get) => {
        const code = get(session.settledView(address));
        if (code.current.value === null || code.changed) return false;
        const texts = coding?.texts ?? [];
        return texts.some((itemId) => get(session.settledView({ ...address, itemId })).changed);
      }),
    [session, coding, address],
  );
  return useAtomValue(isTextChanged);
}
