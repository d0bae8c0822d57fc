/** The values of one page, and the set of those that differ from the original. */
import { addressKey, parseAddressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import { differs, EMPTY_VALUE, type ItemValue } from '../../../shared/case/itemValue.ts';
import type { CaseValue } from '../../../shared/case/caseContent.ts';
import { createBases } from './bases.ts';
import type { Renumbering } from './renumbering.ts';
import { createViews, type Store } from './views.ts';

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
  readAt: string | null,
  isDiscarded: (address: ItemAddress) => boolean,
) {
  let origin = mapOf(values);
  /** what was written here; anything else says what it originally said */
  const written = new Map<string, ItemValue>();
  const dirty = new Set<string>();
  const bases = createBases<ItemValue>(readAt);

  const originalAt = (key: string): ItemValue => origin.get(key) ?? EMPTY_VALUE;
  const currentAt = (key: string): ItemValue => written.get(key) ?? originalAt(key);
  const mark = (key: string, address: ItemAddress): void => {
    const isChanged = differs(currentAt(key), originalAt(key));
    if (isChanged && !isDiscarded(address)) dirty.add(key);
    else dirty.delete(key);
    if (!isChanged) bases.settle(key);
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
    /** everything that is said now */
    said: (): CaseValue[] =>
      [...new Set([...origin.keys(), ...written.keys()])].map((key) => ({
        ...parseAddressKey(key),
        ...currentAt(key),
      })),
    /** when what a change started from was read, where that is not when the page was */
    basedOn: (key: string): string | undefined => bases.get(key)?.at,

    views,

    /** O(1) whatever the size of the page. */
    write(key: string, address: ItemAddress, next: ItemValue): void {
      put(key, address, valueOf(next));
    },

    /** Looks at every value in use again; for the rare changes that touch many addresses at once. */
    recheck(): void {
      for (const key of written.keys()) mark(key, parseAddressKey(key));
    },

    /**
     * What was sent becomes the original, unless the page has read a newer one since; what was typed meanwhile stays a
     * change. `at`: when it was stored.
     */
    accept(sent: readonly CaseValue[], at: string | null): void {
      for (const sentValue of sent) {
        const key = addressKey(sentValue);
        const value = valueOf(sentValue);
        if (!bases.isOld(at)) origin.set(key, value);
        else if (!differs(currentAt(key), value)) written.delete(key);
        if (at !== null) bases.set(key, { at, value });
        mark(key, sentValue);
      }
      views.refreshAll();
    },

    /**
     * What somebody else stored at an address is known to the author of what is said there. Answers what stands there
     * now: that, or what the page has read since.
     */
    learn(key: string, theirs: ItemValue, at: string): ItemValue {
      if (!bases.isOld(at)) origin.set(key, theirs);
      bases.set(key, { at, value: theirs });
      mark(key, parseAddressKey(key));
      views.refresh(key);
      return originalAt(key);
    },

    /** The change of an address started from content that was read earlier. */
    startFrom(key: string, value: ItemValue, at: string): void {
      if (!dirty.has(key)) return;
      bases.set(key, { at, value });
      views.refresh(key);
    },

    /** Rows get other numbers: what was said in them goes along. */
    move(numbers: Renumbering): void {
      const moved = [...written.keys()].flatMap((key) => {
        const to = addressKey(numbers.address(parseAddressKey(key)));
        return to === key ? [] : [{ key, to, value: currentAt(key) }];
      });
      for (const { key } of moved) {
        put(key, parseAddressKey(key), originalAt(key));
      }
      for (const { to, value } of moved) {
        put(to, parseAddressKey(to), value);
      }
    },

    /** New originals; untouched values follow them, changed ones stay as they are. */
    rebase(fresh: readonly CaseValue[], at: string | null): void {
      const changed = [...written.keys()].filter((key) => differs(currentAt(key), originalAt(key)));
      const mine = new Map(changed.map((key) => [key, bases.of(key, originalAt(key))]));
      bases.readAgain(at, mine);
      origin = mapOf(fresh);
      for (const key of written.keys()) {
        if (!mine.has(key)) written.delete(key);
        mark(key, parseAddressKey(key));
      }
      views.refreshAll();
    },
  };
}
