/** The moment of a case in the address of its pages. */
const AT = 'at';
/** In the address: the newest save. */
const NEWEST = 'newest';
/** A save behind all there are: the way into the past begins at the newest one. */
export const NEWEST_SAVE = Number.MAX_SAFE_INTEGER;

/** The number of the save in the address; null: the current state. */
export function saveNoOf(search: URLSearchParams): number | null {
  if (search.get(AT) === NEWEST) return NEWEST_SAVE;
  const saveNo = Number(search.get(AT));
  return Number.isInteger(saveNo) && saveNo > 0 ? saveNo : null;
}

/** The address of a page as it was at a save. */
export const atMoment = (path: string, saveNo: number): string =>
  `${path}${path.includes('?') ? '&' : '?'}${AT}=${saveNo === NEWEST_SAVE ? NEWEST : saveNo}`;

/** Index of the moment that contains a save: the first one that ends with it or later, else the last. */
export function momentOfSave<One extends { saveNo: number }>(
  moments: readonly One[],
  saveNo: number,
): number {
  const found = moments.findIndex((one) => one.saveNo >= saveNo);
  return found < 0 ? moments.length - 1 : found;
}
