/** Paged lists keep their state in the address: `/:pageNo?/:rowCount?/:hash?` after their path. */
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { usePathTo } from './routeContext.ts';

export interface Paging {
  pageNo: number;
  rowCount: number;
}

/** Specification section 9. */
const DEFAULT_ROW_COUNT = 20;
const MAX_ROW_COUNT = 100;

const positive = (text: string | undefined, otherwise: number): number => {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : otherwise;
};

/** The page of a list that an address names; invalid numbers become the default. */
export const readPaging = ({ pageNo, rowCount }: { pageNo?: string; rowCount?: string }): Paging => ({
  pageNo: positive(pageNo, 1),
  rowCount: Math.min(MAX_ROW_COUNT, positive(rowCount, DEFAULT_ROW_COUNT)),
});

interface ListAddress<Place> {
  read: (params: { pageNo?: string; rowCount?: string }, search: URLSearchParams) => Place;
  /** below the prefix */
  path: (place: Place) => string;
}

/**
 * The place in a list as its address says, the hash (part of the key of the list's query: a new one forces a refresh),
 * and the way to another place.
 */
export function useListAddress<Place extends Paging>({ read, path }: ListAddress<Place>) {
  const { hash = '', pageNo, rowCount } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const to = usePathTo();
  const place = read({ pageNo, rowCount }, search);
  return {
    place,
    hash,
    go: (next: Partial<Place>) => void navigate(to(path({ ...place, ...next })), { replace: true }),
  };
}
