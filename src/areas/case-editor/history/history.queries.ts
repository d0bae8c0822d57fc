/** What is read of the past of a case; below ['case', caseKey] like all of it. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../../shared/case/itemAddress.ts';
import {
  compareSides,
  listMoments,
  readAuthor,
  readCatalogueOf,
  readMoment,
  type BodyOf,
  type DataOf,
} from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';

export type Moment = DataOf<typeof listMoments>['listInfo'][number];
export type PastContent = DataOf<typeof readMoment>;
export type Sides = BodyOf<typeof compareSides>;

export const momentsQuery = (caseKey: number) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'moments'],
    queryFn: ({ signal }) => call(listMoments, { params: { caseKey }, signal }),
  });

/** What was does not change any more. */
export const momentQuery = (caseKey: number, saveNo: number) =>
  queryOptions({
    queryKey: ['pastContent', caseKey, saveNo],
    queryFn: ({ signal }) => call(readMoment, { params: { caseKey, saveNo }, signal }),
    staleTime: Infinity,
    structuralSharing: false,
    placeholderData: keepPreviousData,
  });

export const catalogueOfQuery = (version: string, appendix: string) =>
  queryOptions({
    queryKey: ['catalogueOf', version, appendix],
    queryFn: async ({ signal }): Promise<Catalogue> =>
      // the contract promises a `Catalogue`; it is too large to be described again as a JSON schema
      (await call(readCatalogueOf, { params: { version, appendix }, signal })) as unknown as Catalogue,
    staleTime: Infinity,
    structuralSharing: false,
  });

export const comparisonQuery = (caseKey: number, sides: Sides) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'comparison', sides],
    queryFn: ({ signal }) => call(compareSides, { params: { caseKey }, body: sides, signal }),
    gcTime: 0,
  });

export const authorQuery = (caseKey: number, address: ItemAddress) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'author', address],
    queryFn: ({ signal }) => call(readAuthor, { params: { caseKey }, query: { ...address }, signal }),
    gcTime: 0,
  });
