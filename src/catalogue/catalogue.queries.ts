/** The compiled catalogue as the shown appendix sees it. It does not change while the product runs. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { readCatalogue } from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';

export const catalogueQuery = (appendix: string) =>
  queryOptions({
    queryKey: ['catalogue', appendix],
    // the contract promises a `Catalogue`; it is too large to be described again as a JSON schema
    queryFn: async ({ signal }) =>
      (await call(readCatalogue, { params: { appendix }, signal })) as unknown as Catalogue,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });

/** The catalogue; suspends until it is there. */
export const useCatalogue = (appendix: string): Catalogue => useSuspenseQuery(catalogueQuery(appendix)).data;
