/** What the pages of notices read. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import {
  listNotices,
  readNotice,
  type NoticeLine as NoticeLineSchema,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import type { NoticePlace } from './noticeAddress.ts';

export type NoticeLine = Static<typeof NoticeLineSchema>;

export const noticesQuery = (sponsorKey: number, place: NoticePlace, hash: string) =>
  queryOptions({
    queryKey: ['notices', sponsorKey, 'list', place, hash],
    queryFn: ({ signal }) => call(listNotices, { params: { sponsorKey }, query: { ...place }, signal }),
    placeholderData: keepPreviousData,
  });

export const noticeQuery = (sponsorKey: number, noticeKey: number) =>
  queryOptions({
    queryKey: ['notices', sponsorKey, 'one', noticeKey],
    queryFn: ({ signal }) => call(readNotice, { params: { sponsorKey, noticeKey }, signal }),
    meta: { fallback: 'NoticeList' },
  });
