/** A text as searches compare it: one form of each character (NFKC), lower case, single spaces. */
export const fold = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
