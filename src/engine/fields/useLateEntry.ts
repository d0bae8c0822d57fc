/** Entries that can be read only when something has arrived, e.g. the list of their codes. */
import { useRef } from 'react';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { showError } from '../../components/index.ts';
import { useIsDrawn } from '../../components/useIsDrawn.ts';
import { useEngine } from '../page/context.ts';
import type { FieldProps, Notice } from './registry.ts';

interface LateEntry<T> {
  /** what is needed to read it */
  arrives: Promise<T>;
  /** `place`: where the item is by then */
  take: (arrived: T, place: ItemAddress, tell: (notice: Notice | null) => void) => void;
}

/**
 * What was typed into a field that is left is taken when it can be read, also where the page was left by then. Until then
 * the page counts as unsaved, and actions on the case wait. `forget`: it was typed on, or given up.
 */
export function useLateEntry({ item, address, onNotice }: Pick<FieldProps, 'item' | 'address' | 'onNotice'>) {
  const { session, language } = useEngine();
  const isDrawn = useIsDrawn();
  const expected = useRef<object | null>(null);
  const tell = (notice: Notice | null) => {
    onNotice(notice);
    if (notice && !isDrawn()) showError(`${item.label[language]}: ${notice.message}`);
  };
  return {
    expect<T>(entry: LateEntry<T>): void {
      expected.current = entry;
      const placeNow = session.follow(address);
      void session.whilePending(async () => {
        const arrived = await entry.arrives;
        if (expected.current === entry) entry.take(arrived, placeNow(), tell);
      });
    },
    forget: () => void (expected.current = null),
  };
}
