/** The address of one value in a case. A row number is 0 where the item does not repeat at that depth. */
export interface ItemAddress {
  /** a name, not a path: never split 'D.8.r.1.KR.1a' */
  itemId: string;
  rowNo: number;
  rowNo2: number;
  rowNo3: number;
}

/** The key of an address in maps and stored documents. The row numbers come last, so the id may hold anything but '|'. */
export const addressKey = ({ itemId, rowNo, rowNo2, rowNo3 }: ItemAddress): string =>
  `${itemId}|${rowNo}|${rowNo2}|${rowNo3}`;

/** The address of a key made by `addressKey`. Throws on anything else: a malformed key is a programming error. */
export function parseAddressKey(key: string): ItemAddress {
  const [itemId, rowNo, rowNo2, rowNo3] = key.split('|');
  if (!itemId || rowNo3 === undefined) throw new Error(`not an address key: ${key}`);
  return { itemId, rowNo: Number(rowNo), rowNo2: Number(rowNo2), rowNo3: Number(rowNo3) };
}

/** Row numbers, outermost first, as a path of the given depth: `[2, 1]` for the first dosage of drug 2. */
export type RowPath = readonly number[];

export const addressAt = (itemId: string, rows: RowPath): ItemAddress => ({
  itemId,
  rowNo: rows[0] ?? 0,
  rowNo2: rows[1] ?? 0,
  rowNo3: rows[2] ?? 0,
});

export const rowPathOf = ({ rowNo, rowNo2, rowNo3 }: Omit<ItemAddress, 'itemId'>, depth: number): RowPath =>
  [rowNo, rowNo2, rowNo3].slice(0, depth);
