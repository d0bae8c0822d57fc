/** The moment of a case in the address of its pages. */
const AT = 'at';

/** The number of the save in the address; null: the current state. */
export function saveNoOf(search: URLSearchParams): number | null {
  const saveNo = Number(search.get(AT));
  return Number.isInteger(saveNo) && saveNo > 0 ? saveNo : null;
}

/** The address of a page as it was at a save. */
export const atMoment = (path: string, saveNo: number): string =>
  `${path}${path.includes('?') ? '&' : '?'}${AT}=${saveNo}`;

/** Index of the moment that contains a save: the first one that ends with it or later, else the last. */
export function momentOfSave<One extends { saveNo: number }>(
  moments: readonly One[],
  saveNo: number,
): number {
  const found = moments.findIndex((one) => one.saveNo >= saveNo);
  return found < 0 ? moments.length - 1 : found;
}
