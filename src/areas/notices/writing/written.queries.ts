/** What the writers of notices read. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  readNoticeAudit,
  readNoticeMails,
  readWrittenNotice,
  type DataOf,
} from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import type { Paging } from '../../../components/index.ts';

export type WrittenNotice = DataOf<typeof readWrittenNotice>;

const keyOf = (sponsorKey: number, noticeKey: number) => ['writtenNotices', sponsorKey, noticeKey] as const;

export const writtenNoticeQuery = (sponsorKey: number, noticeKey: number) =>
  queryOptions({
    queryKey: keyOf(sponsorKey, noticeKey),
    queryFn: ({ signal }) => call(readWrittenNotice, { params: { sponsorKey, noticeKey }, signal }),
    // what is edited is not replaced under the user
    staleTime: Infinity,
    gcTime: 0,
  });

export const noticeMailsQuery = (sponsorKey: number, noticeKey: number, page: Paging) =>
  queryOptions({
    queryKey: [...keyOf(sponsorKey, noticeKey), 'mails', page],
    queryFn: ({ signal }) =>
      call(readNoticeMails, { params: { sponsorKey, noticeKey }, query: { ...page }, signal }),
    placeholderData: keepPreviousData,
  });

export const noticeAuditQuery = (sponsorKey: number, noticeKey: number, page: Paging) =>
  queryOptions({
    queryKey: [...keyOf(sponsorKey, noticeKey), 'audit', page],
    queryFn: ({ signal }) =>
      call(readNoticeAudit, { params: { sponsorKey, noticeKey }, query: { ...page }, signal }),
    placeholderData: keepPreviousData,
  });
