/** The value of an item. A null flavor replaces a value and its notation. */
export interface ItemValue {
  value: string | null;
  nullFlavor: string | null;
  /** second-language rendering of the same text */
  notation: string | null;
  properties?: ItemProperties | null;
}

/** Properties of a value: the file of an attachment, the code system of a code. */
export interface ItemProperties {
  /** sha-256 of the file's bytes, hexadecimal; for an attachment it is also the value */
  fileKey?: string;
  fileName?: string;
  mediaType?: string;
  /** bytes */
  size?: number;
  /** `DF` if the message contained the file deflated */
  compression?: string;
  /** the base64 of the file was damaged in the message that it came in: it may be incomplete */
  damaged?: true;
  /** OID, only if it differs from the one that the item's slot writes */
  codeSystem?: string;
  /** where the value came from if not from a person's keys; read and written by `shared/provenance` */
  provenance?: string;
  /** of a text that a template wrote; read and written by `shared/narratives/storedSentences` */
  sentences?: string;
  /** the same of its second-language text */
  notationSentences?: string;
  /** why the value differs from what the case computes for it (`calculated` of its item) */
  reason?: string;
}

/** The name of an attachment among the properties of a value; null: it has none, or an empty one. */
export function fileNameOf(
  properties: { readonly fileName?: unknown } | null | undefined,
): { fileName: string } | null {
  const fileName = properties?.fileName;
  return typeof fileName === 'string' && fileName !== '' ? { fileName } : null;
}

export const EMPTY_VALUE: ItemValue = { value: null, nullFlavor: null, notation: null };

// as text: a cleared field equals one that never had a value
const text = (part: string | null | undefined): string => part ?? '';
const orNull = (part: string): string | null => (part === '' ? null : part);

/** What stays when a value is changed by hand: the sentences of a text, so that the others can be renewed. */
function staying({ properties }: ItemValue): ItemProperties | null {
  const { sentences, notationSentences } = properties ?? {};
  const stay = {
    ...(sentences !== undefined && { sentences }),
    ...(notationSentences !== undefined && { notationSentences }),
  };
  return Object.keys(stay).length > 0 ? stay : null;
}

/** A value clears the null flavor; the notation stays. */
export const withValue = (item: ItemValue, value: string, properties?: ItemProperties | null): ItemValue => ({
  value: orNull(value),
  notation: item.notation,
  nullFlavor: value === '' ? item.nullFlavor : null,
  properties: properties ?? (value === '' ? null : staying(item)),
});

/** A notation clears the null flavor; the value stays. */
export const withNotation = (item: ItemValue, notation: string): ItemValue => ({
  ...item,
  notation: orNull(notation),
  nullFlavor: notation === '' ? item.nullFlavor : null,
});

/** A null flavor clears value and notation. An empty one only removes a null flavor. */
export const withNullFlavor = (item: ItemValue, nullFlavor: string): ItemValue =>
  nullFlavor === ''
    ? { ...item, nullFlavor: null }
    : { value: null, notation: null, nullFlavor, properties: null };

/** An item is changed only if the new value differs from the original as a string (specification section 3). */
export const differs = (a: ItemValue, b: ItemValue): boolean =>
  text(a.value) !== text(b.value) ||
  text(a.nullFlavor) !== text(b.nullFlavor) ||
  text(a.notation) !== text(b.notation) ||
  text(a.properties?.fileName) !== text(b.properties?.fileName) ||
  text(a.properties?.codeSystem) !== text(b.properties?.codeSystem) ||
  text(a.properties?.reason) !== text(b.properties?.reason);

/** Number of characters as users count them, not of UTF-16 units. */
export const lengthOf = (text: string): number => [...text].length;

/** Whether the text is longer than its item allows. A null limit is none. */
export const exceedsLength = (text: string, limit: number | null): boolean =>
  // the number of units is an upper bound, so most texts are never counted
  limit !== null && text.length > limit && lengthOf(text) > limit;

/** The start of a text up to the limit of its item; no character is split. */
export const truncate = (text: string, limit: number | null): string =>
  limit !== null && exceedsLength(text, limit) ? [...text].slice(0, limit).join('') : text;

/** Whether a text has nothing to read: none, or white space alone. */
export const isBlank = (text: string | null | undefined): boolean => !/\S/.test(text ?? '');

export const isEmpty = (item: ItemValue): boolean => !differs(item, EMPTY_VALUE);
