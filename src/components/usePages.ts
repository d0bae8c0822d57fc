/** A long list in pages, of which one is drawn. */
import { useState } from 'react';
import { DEFAULT_PAGE_SIZE } from '../../shared/contract/menus.ts';
import type { Paging, PagingInfo } from './Pager.tsx';

export interface Pages<Row> {
  /** the rows of the page */
  shown: readonly Row[];
  /** for `Pager` or a table; undefined: there are few, and no way to others is needed */
  paging?: PagingInfo;
  onPaging: (paging: Paging) => void;
  toFirst: () => void;
}

/** Begins with the first page. */
export function usePages<Row>(rows: readonly Row[]): Pages<Row> {
  const [{ pageNo, rowCount }, onPaging] = useState<Paging>({ pageNo: 1, rowCount: DEFAULT_PAGE_SIZE });
  const totalPage = Math.max(1, Math.ceil(rows.length / rowCount));
  // rows may have become fewer
  const now = Math.min(pageNo, totalPage);
  return {
    shown: rows.slice((now - 1) * rowCount, now * rowCount),
    ...(rows.length > DEFAULT_PAGE_SIZE && {
      paging: { pageNo: now, rowCount, totalCount: rows.length, totalPage },
    }),
    onPaging,
    toFirst: () => onPaging({ pageNo: 1, rowCount }),
  };
}
