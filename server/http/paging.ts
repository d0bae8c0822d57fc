/** Pages of a list, in requests and answers. */
import type { Static } from 'typebox';
import type { PageInfo } from '../../shared/contract/common.ts';

/** Specification section 7: a list without paging is its first 20 rows. */
const DEFAULT_ROW_COUNT = 20;

export interface PageOfRows {
  pageNo: number;
  rowCount: number;
  offset: number;
}

export const pagingOf = ({
  pageNo = 1,
  rowCount = DEFAULT_ROW_COUNT,
}: {
  pageNo?: number;
  rowCount?: number;
}): PageOfRows => ({
  pageNo,
  rowCount,
  offset: (pageNo - 1) * rowCount,
});

export const pageInfo = (
  menuId: string,
  { pageNo, rowCount }: PageOfRows,
  totalCount: number,
): Static<typeof PageInfo> => ({
  menuId,
  pageNo,
  rowCount,
  totalCount,
  totalPage: Math.ceil(totalCount / rowCount),
});
