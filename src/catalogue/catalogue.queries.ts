/** The compiled catalogue as the shown appendix sees it; `freshCatalogue` replaces it when another one was published. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { readCatalogue } from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';

export const CATALOGUE_KEY = 'catalogue';
export const catalogueKey = (appendix: string) => [CATALOGUE_KEY, appendix] as const;

/** The catalogue as the server has it now. */
export const fetchCatalogue = async (appendix: string, signal?: AbortSignal): Promise<Catalogue> =>
  // the contract promises a `Catalogue`; it is too large to be described again as a JSON schema
  (await call(readCatalogue, { params: { appendix }, signal })) as unknown as Catalogue;

export const catalogueQuery = (appendix: string) =>
  queryOptions({
    queryKey: catalogueKey(appendix),
    queryFn: ({ signal }) => fetchCatalogue(appendix, signal),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    meta: { ofCatalogue: true },
  });

/** The catalogue; suspends until it is there. */
export const useCatalogue = (appendix: string): Catalogue => useSuspenseQuery(catalogueQuery(appendix)).data;
