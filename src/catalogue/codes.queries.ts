/** Code lists of items, in one language. */
import { queryOptions } from '@tanstack/react-query';
import { readCodeList } from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';
import type { Language } from '../i18n/index.ts';

/** A list the server calls uncached is asked for again when a minute has passed. */
const UNCACHED_MS = 60_000;

export const codesQuery = (itemId: string, language: Language) =>
  queryOptions({
    queryKey: ['codes', itemId, language],
    queryFn: ({ signal }) => call(readCodeList, { params: { itemId }, query: { language }, signal }),
    staleTime: ({ state }) => (state.data?.cached === false ? UNCACHED_MS : Infinity),
  });
