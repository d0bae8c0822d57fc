/** Where in the case list the user is, as the address says. */
import { CASE_LIST_SORTS } from '../../../shared/contract/index.ts';
import { readPaging, useListAddress, type Paging } from '../../frame/listAddress.ts';

export type CaseSort = (typeof CASE_LIST_SORTS)[number];
/** Y: deleted ones only, N: none of them, ALL: both */
export const DELETED = ['N', 'Y', 'ALL'] as const;
export type Deleted = (typeof DELETED)[number];

export interface CaseListPlace extends Paging {
  keyword: string;
  sort: CaseSort;
  direction: 'asc' | 'desc';
  deleted: Deleted;
}

export const isSort = (text: string | null): text is CaseSort =>
  CASE_LIST_SORTS.some((sort) => sort === text);
export const isDeleted = (text: string | null): text is Deleted => DELETED.some((one) => one === text);

/** The place out of path and search parameters; what makes no sense is the default. */
export function readListPlace(
  params: { pageNo?: string; rowCount?: string },
  search: URLSearchParams,
): CaseListPlace {
  const sort = search.get('sort');
  const deleted = search.get('deleted');
  return {
    ...readPaging(params),
    keyword: search.get('keyword') ?? '',
    sort: isSort(sort) ? sort : 'updatedAt',
    direction: search.get('direction') === 'asc' ? 'asc' : 'desc',
    deleted: isDeleted(deleted) ? deleted : 'N',
  };
}

/** The address of a place, below the main prefix. */
export function listPath({ pageNo, rowCount, keyword, sort, direction, deleted }: CaseListPlace): string {
  const search = new URLSearchParams();
  if (keyword) search.set('keyword', keyword);
  if (sort !== 'updatedAt' || direction !== 'desc') {
    search.set('sort', sort);
    search.set('direction', direction);
  }
  if (deleted !== 'N') search.set('deleted', deleted);
  const tail = search.toString();
  return `case/list/${pageNo}/${rowCount}${tail ? `?${tail}` : ''}`;
}

export const useListPlace = () => useListAddress({ read: readListPlace, path: listPath });
