/** Paragraphs of a text: what blank lines part. */
const BLANK_LINE = /\r?\n\r?\n/;
const JOINED = '\n\n';

/** At least one, which may be empty. */
export const paragraphsOf = (text: string): string[] => text.split(BLANK_LINE);

export const textOf = (paragraphs: readonly string[]): string =>
  paragraphs.every((one) => one === '') ? '' : paragraphs.join(JOINED);

/** Puts a text at a place, as several paragraphs where it has blank lines; where there were fewer, empty ones come before it. */
export function put(paragraphs: readonly string[], place: number, text: string): string[] {
  const missing = Array<string>(Math.max(0, place + 1 - paragraphs.length)).fill('');
  return [...paragraphs, ...missing].toSpliced(place, 1, ...paragraphsOf(text));
}

/** Joins a paragraph, but the first, to the one before it. */
export const joinedAt = (paragraphs: readonly string[], place: number): string[] =>
  paragraphs.toSpliced(place - 1, 2, `${paragraphs[place - 1] ?? ''}${paragraphs[place] ?? ''}`);
