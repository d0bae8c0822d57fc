/** Views of the addresses of a page: atoms made on first use. */
import { atom, type Atom, type PrimitiveAtom } from 'jotai';
import type { createStore } from 'jotai';
import type { ItemValue } from '../../../shared/case/itemValue.ts';

export type Store = ReturnType<typeof createStore>;

/** The state of an address as a field shows it. */
export interface ItemView {
  current: ItemValue;
  original: ItemValue;
  /** the current differs from the original, as text */
  changed: boolean;
  /** another user has stored another original since this change was begun */
  overtaken: boolean;
}

/** Typing pauses when nothing has changed for so long. */
export const PAUSE_MS = 150;

export interface Views {
  /** Follows at once. */
  view(key: string): Atom<ItemView>;
  /** Silent while only the text of a value changes: for the frame around a field that keeps a text of its own. */
  frame(key: string): Atom<ItemView>;
  /** Follows when typing pauses: for parts far from the field, so that a key press does not draw them. */
  settled(key: string): Atom<ItemView>;
  /** Something at the address has changed. */
  refresh(key: string): void;
  /** Anything may have changed. */
  refreshAll(): void;
}

export function createViews(store: Store, now: (key: string) => ItemView): Views {
  const views = new Map<string, PrimitiveAtom<ItemView>>();
  const frames = new Map<string, PrimitiveAtom<ItemView>>();
  const settled = new Map<string, PrimitiveAtom<ItemView>>();
  const atomIn = (atoms: Map<string, PrimitiveAtom<ItemView>>, key: string): Atom<ItemView> => {
    let found = atoms.get(key);
    if (!found) atoms.set(key, (found = atom(now(key))));
    return found;
  };

  const late = new Set<string>();
  let changedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const whenSettled = (): void => {
    const left = changedAt + PAUSE_MS - Date.now();
    timer = left > 0 ? setTimeout(whenSettled, left) : undefined;
    if (timer !== undefined) return;
    const keys = [...late];
    late.clear();
    for (const key of keys) put(settled.get(key), now(key), same);
  };
  const follow = (key: string): void => {
    late.add(key);
    changedAt = Date.now();
    timer ??= setTimeout(whenSettled, PAUSE_MS);
  };

  const put = (found: PrimitiveAtom<ItemView> | undefined, view: ItemView, equals: typeof same): void => {
    if (found && !equals(store.get(found), view)) store.set(found, view);
  };
  const refresh = (key: string): void => {
    const view = now(key);
    put(views.get(key), view, same);
    put(frames.get(key), view, sameButText);
    if (settled.has(key)) follow(key);
  };
  return {
    view: (key) => atomIn(views, key),
    frame: (key) => atomIn(frames, key),
    settled: (key) => atomIn(settled, key),
    refresh,
    refreshAll() {
      for (const key of new Set([...views.keys(), ...frames.keys(), ...settled.keys()])) refresh(key);
    },
  };
}

const same = (a: ItemView, b: ItemView): boolean =>
  a.current === b.current &&
  a.original === b.original &&
  a.changed === b.changed &&
  a.overtaken === b.overtaken;

/** Both have a value, or neither has; only its text may differ. */
const sameButText = (a: ItemView, b: ItemView): boolean =>
  (a.current.value === null) === (b.current.value === null) &&
  a.current.nullFlavor === b.current.nullFlavor &&
  a.current.notation === b.current.notation &&
  a.current.properties === b.current.properties &&
  same(a, { ...b, current: a.current });
