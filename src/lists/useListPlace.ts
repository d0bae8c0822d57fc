/** The place in a list: kept in the address of a page, and where a list has no page of its own in the component. */
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { usePathTo } from '../app-context/routeContext.ts';
import { listPath, readListPlace, type ListPlace } from './listPlace.ts';

export interface PlaceInList {
  place: ListPlace;
  /** part of the key of the list's query: a new one forces a refresh */
  hash: string;
  go: (next: Partial<ListPlace>) => void;
}

/**
 * `path` is the page's below the prefix; left out: the place is not kept in the address. `rowCount` counts where the
 * address says none.
 */
export function useListPlace(path: string | undefined, rowCount?: number): PlaceInList {
  const { hash = '', ...paging } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const to = usePathTo();
  const [own, setOwn] = useState<Partial<ListPlace>>({});
  if (path === undefined) {
    const place = { ...readListPlace({}, new URLSearchParams(), rowCount), ...own };
    return { place, hash: '', go: (next) => setOwn({ ...own, ...next }) };
  }
  const place = readListPlace(paging, search, rowCount);
  return {
    place,
    hash,
    go: (next) => void navigate(to(listPath(path, { ...place, ...next }, search)), { replace: true }),
  };
}
