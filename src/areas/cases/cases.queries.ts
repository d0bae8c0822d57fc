/** What the case list reads. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import {
  listCases,
  readColumns,
  type CaseListRow as CaseListRowSchema,
  type ListColumn as ListColumnSchema,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import type { CaseListPlace } from './listAddress.ts';

export type CaseListRow = Static<typeof CaseListRowSchema>;

/** The sponsor and the sender of the address decide what is seen, so they belong to the key. */
export const casesQuery = (scope: string, place: CaseListPlace, hash: string) =>
  queryOptions({
    queryKey: ['cases', scope, place, hash],
    queryFn: ({ signal }) => call(listCases, { query: { ...place }, signal }),
    placeholderData: keepPreviousData,
  });

/** menu id of the list */
export const CASE_LIST = 'MU-CS';

export type ListColumn = Static<typeof ListColumnSchema>;

/** The columns the user may see, the chosen ones first. Their names are those of the language and the appendix. */
export const columnsQuery = (scope: string) =>
  queryOptions({
    queryKey: ['columns', CASE_LIST, scope],
    queryFn: async ({ signal }) =>
      (await call(readColumns, { params: { menuId: CASE_LIST }, signal })).listInfo,
  });
