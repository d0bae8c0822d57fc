/** The state of a list: in the address of its page, or in the component if the list has no page of its own. */
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { usePathTo } from '../app-context/routeContext.ts';
import { listPath, readListState, type ListState } from './listState.ts';

export interface ListNavigation {
  state: ListState;
  /** part of the key of the list's query: a new one forces a refresh */
  hash: string;
  go: (next: Partial<ListState>) => void;
}

/**
 * `path` is the page's path below the prefix; without it the state is not in the address. `rowCount` applies if the
 * address has none.
 */
export function useListState(path: string | undefined, rowCount?: number): ListNavigation {
  const { hash = '', ...paging } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const to = usePathTo();
  const [own, setOwn] = useState<Partial<ListState>>({});
  if (path === undefined) {
    const state = { ...readListState({}, new URLSearchParams(), rowCount), ...own };
    return { state, hash: '', go: (next) => setOwn({ ...own, ...next }) };
  }
  const state = readListState(paging, search, rowCount);
  return {
    state,
    hash,
    go: (next) => void navigate(to(listPath(path, { ...state, ...next }, search)), { replace: true }),
  };
}
