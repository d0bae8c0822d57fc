/** The reviews of access, as the page reads them. */
import { queryOptions } from '@tanstack/react-query';
import { readAccessReviews, type DataOf } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';

export type Review = DataOf<typeof readAccessReviews>['listInfo'][number];

export const reviewsQuery = (sponsorKey: number) =>
  queryOptions({
    queryKey: ['accessReviews', sponsorKey],
    queryFn: ({ signal }) => call(readAccessReviews, { params: { sponsorKey }, signal }),
  });
