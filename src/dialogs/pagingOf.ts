import type { PagingInfo } from '../components/index.ts';
import type { ListDialogDescriptor } from './listDialog.types.ts';
import type { ListSearch } from './useListSearch.ts';

/** What the pager says; null: there is none. `all`: so many rows stand on the one page there is. */
export function pagingOf(
  { paged = true }: ListDialogDescriptor,
  { found, paging }: ListSearch,
  all: number | null = null,
): PagingInfo | null {
  if (!paged) return null;
  if (all !== null) return { ...paging, pageNo: 1, totalCount: all, totalPage: 1 };
  const { totalCount = 0, totalPage = 1, more } = found ?? {};
  return { ...paging, totalCount, totalPage, more };
}
