import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import type { WrittenPart } from '../../../../shared/narratives/storedSentences.ts';
import type { PageSession } from '../../../engine/index.ts';

const EMPTY = atom('');

/** The text of an item outside of rows, or its second-language text, when typing pauses; empty without an item. */
export function useSettledText(
  session: PageSession,
  itemId: string | null,
  part: WrittenPart = 'value',
): string {
  const text = useMemo(() => {
    if (itemId === null) return EMPTY;
    const view = session.settledView(addressAt(itemId, []));
    return atom((get) => get(view).current[part] ?? '');
  }, [session, itemId, part]);
  return useAtomValue(text, { store: session.store });
}
