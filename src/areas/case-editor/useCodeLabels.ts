/** Labels of codes for tables: the code lists of the items shown. */
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { codesQuery } from '../../catalogue/codes.queries.ts';
import type { Language } from '../../i18n/index.ts';
import type { CodeLabels } from './display.ts';

/** Looks labels up in the code lists of the items; a list not yet loaded answers nothing. */
export function useCodeLabels(items: readonly CatalogueItem[], language: Language): CodeLabels {
  const coded = items.filter(
    ({ codeList, control }) => codeList || control === 'yesNo' || control === 'trueOnly',
  );
  const lists = useQueries({
    queries: coded.map(({ itemId }) => ({ ...codesQuery(itemId, language), meta: { ownFailure: true } })),
    combine: (results) => results.map(({ data }) => data?.codeList ?? []),
  });
  return useMemo(() => {
    const labels = new Map(
      coded.map(({ itemId }, index) => [
        itemId,
        new Map((lists[index] ?? []).map(({ codeValue, codeLabel }) => [codeValue, codeLabel])),
      ]),
    );
    return (itemId, code) => labels.get(itemId)?.get(code);
    // `coded` is made anew at each render; the lists tell when it matters
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [lists]);
}
