/** Looking terms up in coding dictionaries. */
import type { DataOf } from '../../../shared/contract/call.ts';
import type { searchDictionary } from '../../../shared/contract/items.ts';
import { fold } from '../../case-record/fold.ts';
import type { CatalogueSource } from '../../catalogue/catalogueSource.ts';
import type { Dictionary, TermWords } from '../../catalogue/dictionaries.ts';
import type { Language } from '../../http/language.ts';

/** A dialog shows no more; a longer keyword finds the rest. */
const MOST_TERMS = 100;
const ACTIVE_VERSION = 'any';

type Answer = DataOf<typeof searchDictionary>;

interface Asked {
  dictionary: string;
  version: string;
  keyword?: string;
  code?: string;
  language: Language;
}

/** A term with everything it is found by. */
interface Entry {
  code: string;
  words: TermWords;
  parents: string[];
}

/**
 * Terms with the code, or that hold the keyword in any language; names that begin with it come first. A dictionary
 * that an item backs by a code list is searched there. One that is not loaded answers nothing.
 */
export function termsOf(catalogue: CatalogueSource, asked: Asked): Answer {
  const loaded = catalogue.dictionaries[asked.dictionary];
  if (loaded) return inDictionary(loaded, asked);
  return {
    version: null,
    sample: false,
    listInfo: found(codeListEntries(catalogue, asked.dictionary), asked),
  };
}

function inDictionary({ version, sample, terms, parents }: Dictionary, asked: Asked): Answer {
  const isThisVersion = asked.version === ACTIVE_VERSION || asked.version === version;
  const entries = terms.map(({ code, term, parents: above }): Entry => ({
    code,
    words: term,
    parents: above.map((parent) => inLanguage(parents[parent] ?? { en: parent }, asked.language)),
  }));
  return { version, sample, listInfo: isThisVersion ? found(entries, asked) : [] };
}

function codeListEntries({ whole, codeLists }: CatalogueSource, dictionary: string): Entry[] {
  const items = Object.values(whole.items).filter((item) => item.dictionary === dictionary);
  const names = new Set(items.flatMap(({ codeList }) => codeList ?? []));
  return [...names].flatMap((name) =>
    (codeLists[name]?.codes ?? [])
      .filter(({ deleted }) => !deleted)
      .map(({ code, label }): Entry => ({ code, words: label, parents: [] })),
  );
}

function found(entries: Entry[], { keyword = '', code, language }: Asked): Answer['listInfo'] {
  const wanted = fold(keyword);
  const matches = entries.filter((entry) =>
    code
      ? entry.code === code
      : [entry.code, ...Object.values(entry.words)].some((text) => fold(text).includes(wanted)),
  );
  const shown = matches.map(({ code: found, words, parents }) => ({
    code: found,
    term: inLanguage(words, language),
    parents,
  }));
  const begins = ({ term }: { term: string }): number => Number(!fold(term).startsWith(wanted));
  return shown.sort((a, b) => begins(a) - begins(b) || (a.term < b.term ? -1 : 1)).slice(0, MOST_TERMS);
}

const inLanguage = (words: TermWords, language: Language): string => words[language] ?? words.en;
