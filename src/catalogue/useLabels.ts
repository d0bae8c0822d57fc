/** Words of stored codes for tables: labels of code lists, terms of dictionaries, yes and no. */
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { codesQuery } from './codes.queries.ts';
import { termQuery } from './terms.queries.ts';
import type { Language } from '../i18n/index.ts';
import type { CodeLabels } from './display.ts';

export interface StoredCode {
  itemId: string;
  value: string | null;
}

const FLAGS: readonly string[] = ['yesNo', 'trueOnly'];

/**
 * Looks up the words of the values given; what is not loaded yet, or not known, answers nothing. `stored` must keep its
 * identity while the values stay the same.
 */
export const useLabels = (
  catalogue: Catalogue,
  stored: readonly StoredCode[],
  language: Language,
): CodeLabels => useLabelsRead(catalogue, stored, language).label;

/** The same, for what shows no code while its words are being read. */
export function useLabelsRead(
  catalogue: Catalogue,
  stored: readonly StoredCode[],
  language: Language,
): { label: CodeLabels; isReading: boolean } {
  const { t } = useTranslation('engine');
  const { lists, terms } = useMemo(() => lookedUp(catalogue, stored), [catalogue, stored]);
  const codes = useQueries({
    queries: lists.map((itemId) => ({ ...codesQuery(itemId, language), meta: { ownFailure: true } })),
    combine: (results) => ({
      lists: results.map(({ data }) => data?.codeList),
      isReading: results.some(({ isPending }) => isPending),
    }),
  });
  const found = useQueries({
    queries: terms.map((term) => termQuery(term, language)),
    combine: (results) => ({
      terms: results.map(({ data }) => data?.term),
      isReading: results.some(({ isPending }) => isPending),
    }),
  });
  const label: CodeLabels = (itemId, value) => {
    const item = catalogue.items[itemId];
    if (item && FLAGS.includes(item.control)) return t(value === 'true' ? 'yes' : 'no');
    if (item?.dictionary) {
      return found.terms[
        terms.findIndex(({ dictionary, code }) => dictionary === item.dictionary && code === value)
      ];
    }
    return codes.lists[lists.indexOf(itemId)]?.find(({ codeValue }) => codeValue === value)?.codeLabel;
  };
  return { label, isReading: codes.isReading || found.isReading };
}

/** The code lists and terms that the values need, each once. */
function lookedUp(catalogue: Catalogue, stored: readonly StoredCode[]) {
  const lists = new Set<string>();
  const terms = new Map<string, { dictionary: string; version: null; code: string }>();
  for (const { itemId, value } of stored) {
    const item = catalogue.items[itemId];
    if (!item || !value) continue;
    if (item.codeList) lists.add(itemId);
    else if (item.dictionary) {
      terms.set(`${item.dictionary} ${value}`, { dictionary: item.dictionary, version: null, code: value });
    }
  }
  return { lists: [...lists], terms: [...terms.values()] };
}
