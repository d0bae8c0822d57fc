/** Where in a list the user is, as the address of its page says. */
import { readPaging, type Paging } from '../app-context/listAddress.ts';

/** Y: deleted rows only, N: none of them, ALL: both */
export const DELETED = ['N', 'Y', 'ALL'] as const;
export type Deleted = (typeof DELETED)[number];

export interface ListPlace extends Paging {
  keyword: string;
  /** id of a column; empty: the order of the list, or of its view */
  sort: string;
  direction: 'asc' | 'desc';
  deleted: Deleted;
  /** key of a saved view; null: the user's own columns and filters */
  view: number | null;
  /** the user has changed what the view shows: his own columns and filters apply, which came from there */
  edited: boolean;
}

const MAX_KEYWORD = 200;
const MAX_SORT = 60;

export const isDeleted = (text: string | null): text is Deleted => DELETED.some((one) => one === text);

const keyOf = (text: string | null): number | null => {
  const key = Number(text);
  return Number.isSafeInteger(key) && key > 0 ? key : null;
};

/** The place out of path and search parameters; what makes no sense is the default. `rows`: on a page where none says. */
export function readListPlace(
  { pageNo, rowCount }: { pageNo?: string; rowCount?: string },
  search: URLSearchParams,
  rows?: number,
): ListPlace {
  const deleted = search.get('deleted');
  const view = keyOf(search.get('view'));
  return {
    ...readPaging({ pageNo, rowCount: rowCount ?? rows?.toString() }),
    keyword: (search.get('keyword') ?? '').slice(0, MAX_KEYWORD),
    sort: (search.get('sort') ?? '').slice(0, MAX_SORT),
    direction: search.get('direction') === 'asc' ? 'asc' : 'desc',
    deleted: isDeleted(deleted) ? deleted : 'N',
    view,
    edited: view !== null && search.get('edited') === 'Y',
  };
}

/** The address of a place below the main prefix; what else stands in `search` belongs to the page and stays. */
export function listPath(path: string, place: ListPlace, search = new URLSearchParams()): string {
  const next = new URLSearchParams(search);
  const { keyword, sort, direction, deleted, view, edited } = place;
  const said = {
    keyword,
    sort,
    direction: sort && direction === 'asc' ? direction : '',
    deleted: deleted === 'N' ? '' : deleted,
    view: view === null ? '' : String(view),
    edited: view !== null && edited ? 'Y' : '',
  };
  for (const [name, text] of Object.entries(said)) {
    if (text) next.set(name, text);
    else next.delete(name);
  }
  const tail = next.toString();
  return `${path}/${place.pageNo}/${place.rowCount}${tail ? `?${tail}` : ''}`;
}
