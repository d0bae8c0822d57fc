/** What the page of a notice reads. */
import { queryOptions } from '@tanstack/react-query';
import { readNotice } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';

export const noticeQuery = (sponsorKey: number, noticeKey: number) =>
  queryOptions({
    queryKey: ['notices', sponsorKey, 'one', noticeKey],
    queryFn: ({ signal }) => call(readNotice, { params: { sponsorKey, noticeKey }, signal }),
    meta: { ofPage: true },
  });
