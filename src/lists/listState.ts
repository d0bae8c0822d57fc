/** The state of a list, as the address of its page encodes it. */
import { readPaging, type Paging } from '../app-context/listAddress.ts';

/** Y: deleted rows only, N: none of them, ALL: both */
export const DELETED = ['N', 'Y', 'ALL'] as const;
export type Deleted = (typeof DELETED)[number];

export interface ListState extends Paging {
  keyword: string;
  /** id of a column; empty: the order of the list, or of its view */
  sort: string;
  direction: 'asc' | 'desc';
  deleted: Deleted;
  /** key of a saved view; null: the user's own columns and filters */
  view: number | null;
  /** the user has changed the view: their own columns and filters apply, copied from the view */
  edited: boolean;
}

const MAX_KEYWORD = 200;
const MAX_SORT = 60;

export const isDeleted = (text: string | null): text is Deleted => DELETED.some((one) => one === text);

const keyOf = (text: string | null): number | null => {
  const key = Number(text);
  return Number.isSafeInteger(key) && key !== 0 ? key : null;
};

/**
 * Reads the state from path and search parameters; invalid values become the default. `rows`: the page size if the
 * path has none.
 */
export function readListState(
  { pageNo, rowCount }: { pageNo?: string; rowCount?: string },
  search: URLSearchParams,
  rows?: number,
): ListState {
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

/** The address of a state, below the main prefix; other search parameters belong to the page and stay. */
export function listPath(path: string, state: ListState, search = new URLSearchParams()): string {
  const next = new URLSearchParams(search);
  const { keyword, sort, direction, deleted, view, edited } = state;
  const parameters = {
    keyword,
    sort,
    direction: sort && direction === 'asc' ? direction : '',
    deleted: deleted === 'N' ? '' : deleted,
    view: view === null ? '' : String(view),
    edited: view !== null && edited ? 'Y' : '',
  };
  for (const [name, text] of Object.entries(parameters)) {
    if (text) next.set(name, text);
    else next.delete(name);
  }
  const tail = next.toString();
  return `${path}/${state.pageNo}/${state.rowCount}${tail ? `?${tail}` : ''}`;
}
