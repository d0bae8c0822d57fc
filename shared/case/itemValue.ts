/** What can be said about an item. A null flavor stands in place of a value and its notation. */
export interface ItemValue {
  value: string | null;
  nullFlavor: string | null;
  /** second-language rendering of the same text */
  notation: string | null;
  properties?: ItemProperties | null;
}

/** What belongs to a value without being one: an attachment's file, the code system a code came with. */
export interface ItemProperties {
  /** sha-256 of the file's bytes, hexadecimal; for an attachment it is also the value */
  fileKey?: string;
  fileName?: string;
  mediaType?: string;
  /** bytes */
  size?: number;
  /** `DF` where the message carried the file deflated */
  compression?: string;
  /** OID, only where it differs from the one the item's slot writes */
  codeSystem?: string;
}

export const EMPTY_VALUE: ItemValue = { value: null, nullFlavor: null, notation: null };

// as text: an emptied field equals one that never had a value
const text = (part: string | null | undefined): string => part ?? '';
const orNull = (part: string): string | null => (part === '' ? null : part);

/** A value clears the null flavor; the notation stays. */
export const withValue = (item: ItemValue, value: string, properties?: ItemProperties | null): ItemValue => ({
  value: orNull(value),
  notation: item.notation,
  nullFlavor: value === '' ? item.nullFlavor : null,
  properties: properties ?? null,
});

/** A notation clears the null flavor; the value stays. */
export const withNotation = (item: ItemValue, notation: string): ItemValue => ({
  ...item,
  notation: orNull(notation),
  nullFlavor: notation === '' ? item.nullFlavor : null,
});

/** A null flavor clears value and notation. The empty one only takes a null flavor away. */
export const withNullFlavor = (item: ItemValue, nullFlavor: string): ItemValue =>
  nullFlavor === ''
    ? { ...item, nullFlavor: null }
    : { value: null, notation: null, nullFlavor, properties: null };

/** An item is changed only where the new differs from the original as a string (specification section 3). */
export const differs = (a: ItemValue, b: ItemValue): boolean =>
  text(a.value) !== text(b.value) ||
  text(a.nullFlavor) !== text(b.nullFlavor) ||
  text(a.notation) !== text(b.notation) ||
  text(a.properties?.fileName) !== text(b.properties?.fileName) ||
  text(a.properties?.codeSystem) !== text(b.properties?.codeSystem);

/** Characters as people count them, not UTF-16 units. */
export const lengthOf = (text: string): number => [...text].length;

/** Is the text longer than its item allows? A null limit is none. */
export const isTooLong = (text: string, limit: number | null): boolean =>
  // a text of few units has few characters: most are never counted
  limit !== null && text.length > limit && lengthOf(text) > limit;

/** The beginning of a text that its item has room for; no character is split. */
export const cutTo = (text: string, limit: number | null): string =>
  limit !== null && isTooLong(text, limit) ? [...text].slice(0, limit).join('') : text;

export const isEmpty = (item: ItemValue): boolean => !differs(item, EMPTY_VALUE);
