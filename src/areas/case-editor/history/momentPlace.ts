/** A moment of a case in the address of its pages. */
const AT = 'at';

/** The save the address asks for; null: now. */
export function momentAsked(search: URLSearchParams): number | null {
  const asked = Number(search.get(AT));
  return Number.isInteger(asked) && asked > 0 ? asked : null;
}

/** The address of a page as it was at a save. */
export const atMoment = (path: string, saveNo: number): string =>
  `${path}${path.includes('?') ? '&' : '?'}${AT}=${saveNo}`;

/** The moment a save belongs to: the first one that ends with it or after it; the last one where there is none. */
export function momentOfSave<One extends { saveNo: number }>(
  moments: readonly One[],
  saveNo: number,
): number {
  const found = moments.findIndex((one) => one.saveNo >= saveNo);
  return found < 0 ? moments.length - 1 : found;
}
