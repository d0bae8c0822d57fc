import { useEffect, useEffectEvent, useState } from 'react';
import type { Term } from '../services.ts';
import { termKey, type KnownTerms, type PasteServices, type WantedTerm } from './terms.ts';

/** Texts that are searched at the same time. */
const AT_ONCE = 6;

/** Searches the wanted terms, and lets the user look up what the dictionary does not name that way. */
export function useTerms(wanted: readonly WantedTerm[], services: PasteServices) {
  const [terms, setTerms] = useState<KnownTerms>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const keyOf = ({ item, text }: WantedTerm) => termKey(item, text);
  const missing = services.termsNamed ? wanted.filter((one) => !terms.has(keyOf(one))) : [];
  const know = (one: WantedTerm, term: Term | null) =>
    setTerms((known) => new Map(known).set(keyOf(one), term));

  const search = useEffectEvent(async (isCurrent: () => boolean) => {
    for (let from = 0; from < missing.length && isCurrent(); from += AT_ONCE) {
      const found = await Promise.all(
        missing.slice(from, from + AT_ONCE).map(async ({ item, dictionary, text }) => {
          const named = (await services.termsNamed?.({ dictionary, version: null, text })) ?? [];
          const [only = null] = named.length === 1 ? named : [];
          return [termKey(item, text), only] as const;
        }),
      );
      if (isCurrent()) setTerms((known) => new Map([...known, ...found]));
    }
    if (isCurrent()) setProblem(null);
  });
  const missingKeys = missing.map(keyOf).join('\n');
  useEffect(() => {
    let current = true;
    if (missingKeys !== '')
      search(() => current).catch((error: unknown) => {
        if (current) setProblem(error instanceof Error ? error.message : String(error));
      });
    return () => {
      current = false;
    };
  }, [missingKeys, attempt]);

  const lookUp = async (one: WantedTerm) => {
    const { item, dictionary, text } = one;
    const found = await services.lookUp({
      itemId: item.itemId,
      dictionary,
      version: null,
      keyword: text,
      codeLength: item.maxLength,
      fields: item.coding?.fields ?? {},
      text: null,
    });
    if (found?.how === 'term') know(one, found.term);
    else if (found) know(one, { code: found.text, term: '', version: null, parents: [] });
  };
  const retry = () => {
    setProblem(null);
    setAttempt(attempt + 1);
  };
  return { terms, loading: missingKeys !== '', problem, retry, lookUp };
}
