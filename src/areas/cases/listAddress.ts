/** Where in the case list the user is, as the address says. */
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { CASE_LIST_SORTS } from '../../../shared/contract/index.ts';
import { usePathTo } from '../../frame/place.ts';

export type CaseSort = (typeof CASE_LIST_SORTS)[number];
/** Y: deleted ones only, N: none of them, ALL: both */
export const DELETED = ['N', 'Y', 'ALL'] as const;
export type Deleted = (typeof DELETED)[number];

export interface CaseListPlace {
  pageNo: number;
  rowCount: number;
  keyword: string;
  sort: CaseSort;
  direction: 'asc' | 'desc';
  deleted: Deleted;
}

/** Specification section 9. */
const DEFAULT_ROW_COUNT = 20;

export const isSort = (text: string | null): text is CaseSort =>
  CASE_LIST_SORTS.some((sort) => sort === text);
export const isDeleted = (text: string | null): text is Deleted => DELETED.some((one) => one === text);
const positive = (text: string | undefined, otherwise: number): number => {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : otherwise;
};

/** The place out of path and search parameters; what makes no sense is the default. */
export function readListPlace(
  params: { pageNo?: string; rowCount?: string },
  search: URLSearchParams,
): CaseListPlace {
  const sort = search.get('sort');
  const deleted = search.get('deleted');
  return {
    pageNo: positive(params.pageNo, 1),
    rowCount: Math.min(100, positive(params.rowCount, DEFAULT_ROW_COUNT)),
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

/** The place, the hash that forces a refresh, and the way to another place of the list. */
export function useListPlace() {
  const { hash = '', ...params } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const to = usePathTo();
  const place = readListPlace(params, search);
  return {
    place,
    hash,
    go: (next: Partial<CaseListPlace>) =>
      void navigate(to(listPath({ ...place, ...next })), { replace: true }),
  };
}
