/** The notices of the home page. */
import { queryOptions } from '@tanstack/react-query';
import { listHomeNotices, listPopupNotices } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';

export const homeNoticesQuery = (sponsorKey: number) =>
  queryOptions({
    queryKey: ['notices', sponsorKey, 'home'],
    queryFn: ({ signal }) => call(listHomeNotices, { params: { sponsorKey }, signal }),
    meta: { ownFailure: true },
  });

export const popupNoticesQuery = (sponsorKey: number) =>
  queryOptions({
    queryKey: ['notices', sponsorKey, 'popup'],
    queryFn: async ({ signal }) =>
      (await call(listPopupNotices, { params: { sponsorKey }, signal })).listInfo,
  });
