/** Colours of rows as dictionaries name them (specification 2-dialogs section 2, WHODD). */

const NAMED_TONES = ['BLUE', 'GRAY', 'GREEN'] as const;
type NamedTone = (typeof NAMED_TONES)[number];

const COLOURS: Record<NamedTone, string> = { BLUE: '#6f8fb3', GRAY: '#8a8f96', GREEN: '#5fae6b' };

const PLAIN = /^(#([0-9a-f]{3}|[0-9a-f]{6})|[a-z]{3,30})$/i;

export interface RowColour {
  /** as CSS says it; the table mixes it thinly with its ground, so that every text on it can be read */
  css: string;
  /** null: the dictionary's own colour, which has no name here */
  tone: NamedTone | null;
}

/** The colour of a row, or null where its value is none: nothing but a plain name or #hex gets into a style. */
export function rowColour(value: string | undefined): RowColour | null {
  const text = value?.trim() ?? '';
  const tone = NAMED_TONES.find((named) => named === text.toUpperCase());
  if (tone) return { css: COLOURS[tone], tone };
  return PLAIN.test(text) ? { css: text, tone: null } : null;
}
