/** An entry as it is answered: in one language, its code cut where the dictionary's items hold less. */
import { truncateCode, type DictionaryDescriptor } from '../../schemas/compile/dictionaries.ts';
import type { DictionaryEntry } from '../../shared/contract/dictionaries.ts';
import type { Language } from '../http/language.ts';
import type { LoadedEntry } from './entry.ts';
import { columnsOf } from './layout.ts';
import type { TermWords } from './words.ts';

/** In English where the dictionary does not have the language. */
export function shownEntry(
  descriptor: DictionaryDescriptor,
  entry: LoadedEntry,
  language: Language,
): DictionaryEntry {
  const inLanguage = (words: TermWords): string => words[language] ?? words.en;
  return {
    code: truncateCode(descriptor, entry.code),
    term: inLanguage(entry.term),
    current: entry.current,
    parents: entry.parents.map(({ code, term }) => ({ code, term: inLanguage(term) })),
    columns: columnsOf(descriptor, entry, inLanguage),
  };
}
