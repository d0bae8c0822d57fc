/** Paragraphs of a text, separated by blank lines. */
const BLANK_LINE = /\r?\n\r?\n/;
const JOINED = '\n\n';

/** At least one, which may be empty. */
export const paragraphsOf = (text: string): string[] => text.split(BLANK_LINE);

export const textOf = (paragraphs: readonly string[]): string =>
  paragraphs.every((one) => one === '') ? '' : paragraphs.join(JOINED);

/**
 * Replaces the paragraph at an index, by several if the text has blank lines; missing paragraphs before it are empty.
 */
export function replaceParagraph(paragraphs: readonly string[], index: number, text: string): string[] {
  const missing = Array<string>(Math.max(0, index + 1 - paragraphs.length)).fill('');
  return [...paragraphs, ...missing].toSpliced(index, 1, ...paragraphsOf(text));
}

/** Joins a paragraph with the previous one. */
export const joinParagraph = (paragraphs: readonly string[], index: number): string[] =>
  paragraphs.toSpliced(index - 1, 2, `${paragraphs[index - 1] ?? ''}${paragraphs[index] ?? ''}`);
