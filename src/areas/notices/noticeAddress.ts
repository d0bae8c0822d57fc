/** Where in the list of notices the user is, as the address says. */
import { readPaging, useListAddress, type Paging } from '../../frame/listAddress.ts';

export interface NoticePlace extends Paging {
  keyword: string;
}

/** The place out of path and search parameters; what makes no sense is the default. */
const readNoticePlace = (
  params: { pageNo?: string; rowCount?: string },
  search: URLSearchParams,
): NoticePlace => ({
  ...readPaging(params),
  keyword: search.get('keyword') ?? '',
});

/** The address of a place, below the main prefix. */
const noticeListPath = ({ pageNo, rowCount, keyword }: NoticePlace): string =>
  `home/notice/list/${pageNo}/${rowCount}${keyword ? `?${new URLSearchParams({ keyword }).toString()}` : ''}`;

export const useNoticePlace = () => useListAddress({ read: readNoticePlace, path: noticeListPath });
