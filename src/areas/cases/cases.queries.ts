/** What the case list reads. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import { listCases, type CaseListRow as CaseListRowSchema } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import type { CaseListPlace } from './listAddress.ts';

export type CaseListRow = Static<typeof CaseListRowSchema>;

/** The sponsor and the sender of the address decide what is seen, so they belong to the key. */
export const casesQuery = (scope: string, { deleted, ...place }: CaseListPlace, hash: string) =>
  queryOptions({
    queryKey: ['cases', scope, place, deleted, hash],
    queryFn: ({ signal }) => call(listCases, { query: { ...place, deleted: deleted || undefined }, signal }),
    placeholderData: keepPreviousData,
  });
