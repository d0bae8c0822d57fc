/** What the duplicate check reads. */
import { queryOptions } from '@tanstack/react-query';
import { listCheckProducts, listDuplicates, type DataOf } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import type { Language } from '../../i18n/index.ts';

export type Duplicates = DataOf<typeof listDuplicates>;

const KEY = 'duplicates';

/**
 * The possible duplicates of a case that is there; what is seen depends on sponsor and language. `among`: only the cases of a
 * saved search.
 */
export const duplicatesOfCase = (
  sponsorKey: number,
  caseKey: number,
  language: Language,
  among: { library?: number } = {},
) =>
  queryOptions({
    queryKey: [KEY, sponsorKey, caseKey, language, among],
    queryFn: ({ signal }) => call(listDuplicates, { body: { caseKey, ...among }, signal }),
    staleTime: 0,
  });

export const checkProducts = (sponsorKey: number) =>
  queryOptions({
    queryKey: [KEY, sponsorKey, 'products'],
    queryFn: async ({ signal }) =>
      (await call(listCheckProducts, { params: { sponsorKey }, signal })).listInfo,
  });
