/** The sentences of a text as a property of its value: a text, since properties are hashed part by part. */
import type { Sentence } from './sentence.types.ts';

/** The texts of an item that templates write, each with the property that holds its sentences. */
export const SENTENCES = { value: 'sentences', notation: 'notationSentences' } as const;
export type WrittenPart = keyof typeof SENTENCES;
export const WRITTEN_PARTS: readonly WrittenPart[] = ['value', 'notation'];

/** Which template wrote a text, in which version, and what it wrote. */
export interface WrittenNarrative {
  recordKey: number;
  version: number;
  /** the item of the template */
  column: string;
  sentences: readonly Sentence[];
}

/** Characters of the property; a longer text does not know its sentences. */
export const MAX_SENTENCES = 600_000;

/** Undefined for a text of too many sentences. */
export function sentencesText({
  recordKey,
  version,
  column,
  sentences,
}: WrittenNarrative): string | undefined {
  const rows = sentences.map(({ key, text, gap, reads }) => [key, text, gap, reads]);
  const stored = JSON.stringify([recordKey, version, column, rows]);
  return stored.length > MAX_SENTENCES ? undefined : stored;
}

/** Reads what `sentencesText` writes. Null for any other text, and for none. */
export function writtenNarrative(stored: string | undefined): WrittenNarrative | null {
  if (stored === undefined) return null;
  try {
    const [recordKey, version, column, rows]: unknown[] = JSON.parse(stored);
    if (!isKey(recordKey) || !isKey(version) || typeof column !== 'string' || !Array.isArray(rows))
      return null;
    const sentences = rows.map(sentenceOf);
    return sentences.includes(null)
      ? null
      : { recordKey, version, column, sentences: sentences.filter((one) => one !== null) };
  } catch {
    // a browser may have sent anything
    return null;
  }
}

const isKey = (part: unknown): part is number => Number.isSafeInteger(part) && Number(part) > 0;

function sentenceOf(row: unknown): Sentence | null {
  if (!Array.isArray(row)) return null;
  const [key, text, gap, reads]: unknown[] = row;
  const isSentence =
    typeof key === 'string' &&
    typeof text === 'string' &&
    text !== '' &&
    typeof gap === 'string' &&
    Array.isArray(reads);
  return isSentence ? { key, text, gap, reads: reads.filter((read) => typeof read === 'string') } : null;
}
