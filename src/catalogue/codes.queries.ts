/** Code lists of items, in one language. */
import { queryOptions } from '@tanstack/react-query';
import { readCodeList } from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';
import type { Language } from '../i18n/index.ts';

export const codesQuery = (itemId: string, language: Language) =>
  queryOptions({
    queryKey: ['codes', itemId, language],
    queryFn: ({ signal }) => call(readCodeList, { params: { itemId }, query: { language }, signal }),
    meta: { ofCatalogue: true },
    staleTime: ({ state }) => (state.data?.cached === false ? 0 : Infinity),
  });
