/** The values of one page: an atom per address, made on first use, and the set of those that differ from the original. */
import { atom, type Atom, type PrimitiveAtom } from 'jotai';
import type { createStore } from 'jotai';
import { addressKey, parseAddressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import { differs, EMPTY_VALUE, type ItemValue } from '../../../shared/case/itemValue.ts';
import type { CaseValue } from '../../../shared/case/caseContent.ts';

export type Store = ReturnType<typeof createStore>;

/** What a field shows of its address. `changed`: the current differs from the original, as text. */
export interface ItemView {
  current: ItemValue;
  original: ItemValue;
  changed: boolean;
}

const valueOf = ({ value, nullFlavor, notation, properties }: ItemValue): ItemValue => ({
  value,
  nullFlavor,
  notation,
  properties: properties ?? null,
});

const mapOf = (values: readonly CaseValue[]): Map<string, ItemValue> =>
  new Map(values.map((value) => [addressKey(value), valueOf(value)]));

/**
 * @param isDiscarded tells whether an address lies in a row that was added and struck again before any save: its values
 *   are kept on the screen, but are no changes.
 */
export function createCells(
  store: Store,
  values: readonly CaseValue[],
  isDiscarded: (address: ItemAddress) => boolean,
) {
  let origin = mapOf(values);
  const cells = new Map<string, PrimitiveAtom<ItemValue>>();
  const views = new Map<string, Atom<ItemView>>();
  const dirty = new Set<string>();
  // moves when the originals do, so that a view compares anew
  const originMoved = atom(0);

  const originalAt = (key: string): ItemValue => origin.get(key) ?? EMPTY_VALUE;
  const cellAt = (key: string): PrimitiveAtom<ItemValue> => {
    let cell = cells.get(key);
    if (!cell) cells.set(key, (cell = atom(originalAt(key))));
    return cell;
  };
  const currentAt = (key: string): ItemValue => {
    const cell = cells.get(key);
    return cell ? store.get(cell) : originalAt(key);
  };
  const mark = (key: string, address: ItemAddress): void => {
    if (differs(currentAt(key), originalAt(key)) && !isDiscarded(address)) dirty.add(key);
    else dirty.delete(key);
  };

  return {
    dirty,
    current: currentAt,
    original: originalAt,

    view(key: string): Atom<ItemView> {
      let view = views.get(key);
      if (!view) {
        const cell = cellAt(key);
        view = atom((get) => {
          get(originMoved);
          const current = get(cell);
          const original = originalAt(key);
          return { current, original, changed: differs(current, original) };
        });
        views.set(key, view);
      }
      return view;
    },

    /** O(1) whatever the size of the page. */
    write(key: string, address: ItemAddress, next: ItemValue): void {
      store.set(cellAt(key), valueOf(next));
      mark(key, address);
    },

    /** Looks at every value in use again; for the rare changes that touch many addresses at once. */
    recheck(): void {
      for (const key of cells.keys()) mark(key, parseAddressKey(key));
    },

    /** What was sent becomes the original; what was typed meanwhile stays a change. */
    accept(sent: readonly CaseValue[]): void {
      for (const value of sent) {
        const key = addressKey(value);
        origin.set(key, valueOf(value));
        mark(key, value);
      }
      store.set(originMoved, (count) => count + 1);
    },

    /** New originals; untouched values follow them, changed ones stay as they are. */
    rebase(fresh: readonly CaseValue[]): void {
      origin = mapOf(fresh);
      for (const [key, cell] of cells) {
        if (!dirty.has(key)) store.set(cell, originalAt(key));
        mark(key, parseAddressKey(key));
      }
      store.set(originMoved, (count) => count + 1);
    },
  };
}
