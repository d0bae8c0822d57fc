/** The values of one page, and the set of those that differ from their originals. */
import { addressKey, parseAddressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import { differs, EMPTY_VALUE, type ItemValue } from '../../../shared/case/itemValue.ts';
import type { CaseValue } from '../../../shared/case/caseContent.ts';
import { createBases } from './bases.ts';
import type { Renumbering } from './renumbering.ts';
import { createUnanswered } from './unanswered.ts';
import { createViews, type Store } from './views.ts';

const valueOf = ({ value, nullFlavor, notation, properties }: ItemValue): ItemValue => ({
  value,
  nullFlavor,
  notation,
  properties: properties ?? null,
});

const mapOf = (values: readonly CaseValue[]): Map<string, ItemValue> =>
  new Map(values.map((value) => [addressKey(value), valueOf(value)]));

/** What is stored of a value that was sent; the server adds properties of its own. */
const isStoredAs = (stored: ItemValue, sent: ItemValue): boolean =>
  !differs({ ...stored, properties: null }, { ...sent, properties: null });

export type Cells = ReturnType<typeof createCells>;

/**
 * Values by address, with atoms that show them.
 *
 * @param isDiscarded whether an address is in a row that was added and deleted again before any save: its values stay on
 *   the screen, but are no changes.
 */
export function createCells(
  store: Store,
  values: readonly CaseValue[],
  readAt: string | null,
  isDiscarded: (address: ItemAddress) => boolean,
) {
  let origin = mapOf(values);
  /** values written here; every other address has its original */
  const written = new Map<string, ItemValue>();
  const dirty = new Set<string>();
  const bases = createBases<ItemValue>(readAt);
  const unanswered = createUnanswered<ItemValue, ItemValue>(isStoredAs);

  const originalAt = (key: string): ItemValue => origin.get(key) ?? EMPTY_VALUE;
  const currentAt = (key: string): ItemValue => written.get(key) ?? originalAt(key);
  /** Also a value that was taken back after it was sent: it may be stored. */
  const isChange = (key: string): boolean =>
    differs(currentAt(key), originalAt(key)) || unanswered.isOpen(key, currentAt(key));
  const mark = (key: string, address: ItemAddress): void => {
    const isChanged = isChange(key);
    if (isChanged && !isDiscarded(address)) dirty.add(key);
    else dirty.delete(key);
    if (!isChanged) bases.forget(key);
  };
  const startedFrom = (key: string): ItemValue => bases.get(key)?.value ?? originalAt(key);
  const views = createViews(store, (key) => {
    const current = currentAt(key);
    const original = originalAt(key);
    const changed = differs(current, original);
    return { current, original, changed, overtaken: changed && differs(startedFrom(key), original) };
  });
  const put = (key: string, address: ItemAddress, next: ItemValue): void => {
    written.set(key, next);
    mark(key, address);
    views.refresh(key);
  };

  return {
    dirty,
    current: currentAt,
    original: originalAt,
    startedFrom,
    /** all current values */
    all: (): CaseValue[] =>
      [...new Set([...origin.keys(), ...written.keys()])].map((key) => ({
        ...parseAddressKey(key),
        ...currentAt(key),
      })),
    /** all originals */
    originals: (): CaseValue[] => [...origin].map(([key, value]) => ({ ...parseAddressKey(key), ...value })),
    /** when the basis of a change was read, where that is not when the page was */
    basedOn: (key: string): string | undefined => bases.get(key)?.at,

    views,

    /** O(1) in the size of the page. */
    write(key: string, address: ItemAddress, next: ItemValue): void {
      put(key, address, valueOf(next));
    },

    /** Compares every written value again; for the rare changes that concern many addresses at once. */
    recheck(): void {
      for (const key of written.keys()) mark(key, parseAddressKey(key));
    },

    /**
     * Sent values become originals, unless the page has read newer ones since; what was typed meanwhile stays a change.
     * `at`: when they were stored.
     */
    acknowledge(sent: readonly CaseValue[], at: string | null, isOld = bases.isOld(at)): void {
      for (const sentValue of sent) {
        const key = addressKey(sentValue);
        const value = valueOf(sentValue);
        unanswered.forget(key);
        // nobody knows when an earlier save stored it: what is based on it may meet it again
        if (at === null) unanswered.add(key, value);
        if (!isOld) origin.set(key, value);
        else if (!differs(currentAt(key), value)) written.delete(key);
        if (at !== null) bases.set(key, { at, value });
        mark(key, sentValue);
      }
      views.refreshAll();
    },

    /** The answer of a save was lost. */
    addUnanswered(sent: readonly CaseValue[]): void {
      for (const value of sent) {
        unanswered.add(addressKey(value), valueOf(value));
        mark(addressKey(value), value);
      }
    },
    /** What was sent without an answer. */
    unanswered: (): CaseValue[] =>
      unanswered.entries().map(([key, value]) => ({ ...parseAddressKey(key), ...value })),
    /** Is what is stored of an address what was sent without an answer? It is asked once. */
    settle: (key: string, stored: ItemValue): boolean => unanswered.settle(key, stored),

    /**
     * Takes a value that another user has stored as the basis of the change there. Answers the original as it is now:
     * that value, or a newer one the page has read since.
     */
    receive(key: string, theirs: ItemValue, at: string): ItemValue {
      if (!bases.isOld(at)) origin.set(key, theirs);
      bases.set(key, { at, value: theirs });
      mark(key, parseAddressKey(key));
      views.refresh(key);
      return originalAt(key);
    },

    /** Another session has the changes of these addresses: a save that has sent them before is followed here. */
    release(keys: readonly string[]): void {
      for (const key of keys) {
        written.delete(key);
        unanswered.forget(key);
        mark(key, parseAddressKey(key));
        views.refresh(key);
      }
    },

    /** The change of an address started from content that was read earlier. */
    startFrom(key: string, value: ItemValue, at: string): void {
      if (!dirty.has(key)) return;
      bases.set(key, { at, value });
      views.refresh(key);
    },

    /** Rows get other numbers: their values move with them. */
    move(numbers: Renumbering): void {
      const moved = [...written.keys()].flatMap((key) => {
        const to = addressKey(numbers.address(parseAddressKey(key)));
        return to === key ? [] : [{ key, to, value: currentAt(key) }];
      });
      const sent = unanswered.entries();
      for (const [key] of sent) unanswered.forget(key);
      for (const [key, value] of sent)
        unanswered.add(addressKey(numbers.address(parseAddressKey(key))), value);
      for (const { key } of moved) {
        put(key, parseAddressKey(key), originalAt(key));
      }
      for (const { to, value } of moved) {
        put(to, parseAddressKey(to), value);
      }
    },

    /** New originals: unchanged values follow them, changed ones stay as they are. */
    rebase(fresh: readonly CaseValue[], at: string | null): void {
      const next = mapOf(fresh);
      const changed = [...written.keys()].filter(isChange);
      const mine = new Map(
        changed.map((key) => {
          const isOwn = unanswered.settle(key, next.get(key) ?? EMPTY_VALUE);
          return [key, isOwn ? null : bases.of(key, originalAt(key))];
        }),
      );
      unanswered.keepOnly((key) => mine.has(key));
      bases.readAgain(at, mine);
      origin = next;
      for (const key of written.keys()) {
        if (!mine.has(key)) written.delete(key);
        mark(key, parseAddressKey(key));
      }
      views.refreshAll();
    },
  };
}
