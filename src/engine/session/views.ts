/** What is shown of the addresses of a page, as atoms made on first use. */
import { atom, type Atom, type PrimitiveAtom } from 'jotai';
import type { createStore } from 'jotai';
import type { ItemValue } from '../../../shared/case/itemValue.ts';

export type Store = ReturnType<typeof createStore>;

/** What a field shows of its address. */
export interface ItemView {
  current: ItemValue;
  original: ItemValue;
  /** the current differs from the original, as text */
  changed: boolean;
  /** somebody else has stored another original since this change was begun */
  overtaken: boolean;
}

/** How long nothing may change until the typing is taken to pause. */
export const PAUSE_MS = 150;

export interface Views {
  /** Follows at once. */
  view(key: string): Atom<ItemView>;
  /** Silent while only the words of what is said change: for all that stands around a field with a text of its own. */
  frame(key: string): Atom<ItemView>;
  /** Follows when the typing pauses: for what is far from the field, so that a key costs no drawing of it. */
  calm(key: string): Atom<ItemView>;
  /** Something at the address has changed. */
  refresh(key: string): void;
  /** Anything may have changed. */
  refreshAll(): void;
}

export function createViews(store: Store, now: (key: string) => ItemView): Views {
  const views = new Map<string, PrimitiveAtom<ItemView>>();
  const frames = new Map<string, PrimitiveAtom<ItemView>>();
  const calm = new Map<string, PrimitiveAtom<ItemView>>();
  const atomIn = (atoms: Map<string, PrimitiveAtom<ItemView>>, key: string): Atom<ItemView> => {
    let found = atoms.get(key);
    if (!found) atoms.set(key, (found = atom(now(key))));
    return found;
  };

  const late = new Set<string>();
  let changedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const whenCalm = (): void => {
    const left = changedAt + PAUSE_MS - Date.now();
    timer = left > 0 ? setTimeout(whenCalm, left) : undefined;
    if (timer !== undefined) return;
    const keys = [...late];
    late.clear();
    for (const key of keys) put(calm.get(key), now(key), same);
  };
  const follow = (key: string): void => {
    late.add(key);
    changedAt = Date.now();
    timer ??= setTimeout(whenCalm, PAUSE_MS);
  };

  const put = (found: PrimitiveAtom<ItemView> | undefined, view: ItemView, equals: typeof same): void => {
    if (found && !equals(store.get(found), view)) store.set(found, view);
  };
  const refresh = (key: string): void => {
    const view = now(key);
    put(views.get(key), view, same);
    put(frames.get(key), view, sameButWords);
    if (calm.has(key)) follow(key);
  };
  return {
    view: (key) => atomIn(views, key),
    frame: (key) => atomIn(frames, key),
    calm: (key) => atomIn(calm, key),
    refresh,
    refreshAll() {
      for (const key of new Set([...views.keys(), ...frames.keys(), ...calm.keys()])) refresh(key);
    },
  };
}

const same = (a: ItemView, b: ItemView): boolean =>
  a.current === b.current &&
  a.original === b.original &&
  a.changed === b.changed &&
  a.overtaken === b.overtaken;

/** Something is said in both, or in neither; only its words may differ. */
const sameButWords = (a: ItemView, b: ItemView): boolean =>
  (a.current.value === null) === (b.current.value === null) &&
  a.current.nullFlavor === b.current.nullFlavor &&
  a.current.notation === b.current.notation &&
  a.current.properties === b.current.properties &&
  same(a, { ...b, current: a.current });
