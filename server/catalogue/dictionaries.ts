/** Terms of coding dictionaries that lie beside the catalogue: samples, since the real ones need a licence. */
import type { SourceText } from '../../schemas/compile/sources.types.ts';

/** English is always there; other languages as far as the file has them. */
export type TermWords = { en: string } & Partial<Record<'ko' | 'ja' | 'zh', string>>;

export interface DictionaryTerm {
  code: string;
  term: TermWords;
  /** codes of the broader terms, nearest first */
  parents: string[];
}

/** One `schemas/dictionaries/*.json`. */
export interface Dictionary {
  dictionary: string;
  version: string;
  /** its terms are invented and stand in for a licensed dictionary */
  sample: boolean;
  terms: DictionaryTerm[];
  /** names of the broader terms, by code */
  parents: Record<string, TermWords>;
}

const FOLDER = 'dictionaries/';

/** The dictionaries among the sources, by name. Throws, naming the file, where one is no JSON. */
export function readDictionaries(sources: readonly SourceText[]): Record<string, Dictionary> {
  const read = sources.filter(({ file }) => file.startsWith(FOLDER)).map(parsed);
  return Object.fromEntries(read.map((dictionary) => [dictionary.dictionary, dictionary]));
}

function parsed({ file, text }: SourceText): Dictionary {
  try {
    return JSON.parse(text) as Dictionary;
  } catch (cause) {
    throw new Error(`${file} is not valid JSON`, { cause });
  }
}
