/** Terms behind stored codes of dictionaries. */
import { queryOptions } from '@tanstack/react-query';
import { ANY_VERSION, searchDictionary } from '../../shared/contract/index.ts';
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

/** The term, or null where the dictionary does not have the code. A code that was asked for once is not asked for again. */
export const termQuery = ({ dictionary, version, code }: CodeOfDictionary, language: Language) =>
  queryOptions({
    queryKey: ['term', dictionary, version, code, language],
    queryFn: async ({ signal }): Promise<TermEntry | null> => {
      const params = { dictionary, version: version ?? ANY_VERSION };
      const found = await call(searchDictionary, { params, query: { code, language }, signal });
      const entry = found.listInfo.find((row) => row.code === code);
      if (!entry) return null;
      const { term, columns } = entry;
      const parents = entry.parents.map((parent) => parent.term);
      return { code, term, parents, version: found.version, sample: found.sample, columns };
    },
    staleTime: Infinity,
    meta: { ownFailure: true, ofCatalogue: true },
  });
