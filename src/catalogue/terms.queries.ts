/** Terms behind stored codes of dictionaries. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { ANY_VERSION, searchDictionary, type DictionaryEntry } from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';
import type { Term } from '../engine/index.ts';
import type { Language } from '../i18n/index.ts';

export interface CodeOfDictionary {
  dictionary: string;
  /** null: the active one */
  version: string | null;
  code: string;
}

/** A term with all that its entry says. */
export interface TermEntry extends Term {
  /** by column of the dictionary; what is empty is left out */
  columns: Readonly<Record<string, string>>;
}

const entryOf = (
  { code, term, columns, parents }: DictionaryEntry,
  { version, sample }: { version: string | null; sample: boolean },
): TermEntry => ({ code, term, parents: parents.map((parent) => parent.term), version, sample, columns });

/** The term, or null where the dictionary does not have the code. A code that was asked for once is not asked for again. */
export const termQuery = ({ dictionary, version, code }: CodeOfDictionary, language: Language) =>
  queryOptions({
    queryKey: ['term', dictionary, version, code, language],
    queryFn: async ({ signal }): Promise<TermEntry | null> => {
      const params = { dictionary, version: version ?? ANY_VERSION };
      const found = await call(searchDictionary, { params, query: { code, language }, signal });
      const entry = found.listInfo.find((row) => row.code === code);
      return entry ? entryOf(entry, found) : null;
    },
    staleTime: Infinity,
    meta: { ownFailure: true, ofCatalogue: true },
  });

/** Longest code and name of a term, as the search takes them. */
const MAX_CODE_LENGTH = 100;
const MAX_NAME_LENGTH = 1500;

/** The terms whose code or whole name the text is. */
export async function termsNamed(
  queries: QueryClient,
  { text, ...of }: Omit<CodeOfDictionary, 'code'> & { text: string },
  language: Language,
): Promise<readonly Term[]> {
  if (text.length > MAX_NAME_LENGTH) return [];
  const byCode =
    text.length <= MAX_CODE_LENGTH
      ? await queries.fetchQuery(termQuery({ ...of, code: text }, language))
      : null;
  return byCode ? [byCode] : queries.fetchQuery(namedQuery({ ...of, text }, language));
}

const namedQuery = (
  { dictionary, version, text }: Omit<CodeOfDictionary, 'code'> & { text: string },
  language: Language,
) =>
  queryOptions({
    queryKey: ['term', dictionary, version, 'named', text, language],
    queryFn: async ({ signal }): Promise<Term[]> => {
      const params = { dictionary, version: version ?? ANY_VERSION };
      const query = { keyword: text, isKeywordExact: 'Y' as const, language };
      const found = await call(searchDictionary, { params, query, signal });
      return found.listInfo.map((entry) => entryOf(entry, found));
    },
    staleTime: Infinity,
    meta: { ownFailure: true, ofCatalogue: true },
  });
