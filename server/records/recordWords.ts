/** Labels of audit entries that are about a record as a whole. */
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import words from './recordWords.json' with { type: 'json' };

const WORDS: Readonly<Record<string, LocalizedText>> = words;

/** By the item id of the entry; null for items. */
export const recordWords = (itemId: string): LocalizedText | null =>
  WORDS[itemId === '' ? 'record' : itemId] ?? null;
