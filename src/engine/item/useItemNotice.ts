import { useCallback } from 'react';
import { useAtom, useSetAtom } from 'jotai';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { Notice } from '../fields/registry.ts';
import { useEngine } from '../page/context.ts';
import { noteRefused } from '../page/refusedEntries.ts';

/** A change that the field of an item made by itself: shown, announced, and a reason to stop actions. */
export function useItemNotice(
  item: CatalogueItem,
  address: ItemAddress,
  key: string,
): [Notice | null, (notice: Notice | null) => void] {
  const { form, language, session } = useEngine();
  const [notice, setNotice] = useAtom(form.notice(key));
  const announce = useSetAtom(form.announcement);
  const label = item.label[language];
  const tell = useCallback(
    (next: Notice | null) => {
      setNotice(next);
      noteRefused(session, address, next?.stopsActions ? `${label}: ${next.message}` : null);
      if (next) announce(`${label}: ${next.message}`);
    },
    [setNotice, session, address, announce, label],
  );
  return [notice, tell];
}
