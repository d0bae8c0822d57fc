/** The question of the library that the address narrows the list of cases by, and the way out of it. */
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { readSearchLibrary } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';

export interface OfLibrary {
  /** what the list is asked besides */
  query: { library: number };
  /** its name; its key until that is known */
  name: string;
  /** back to all cases */
  drop: () => void;
}

/** Null where the address names no question. */
export function useOfLibrary(): OfLibrary | null {
  const { sponsorKey, language } = useRouteContext();
  const [search, setSearch] = useSearchParams();
  const library = Number(search.get('library'));
  const isNamed = Number.isSafeInteger(library) && library !== 0;
  const entry = useQuery({
    queryKey: ['data', sponsorKey, language, 'libraryName', library],
    queryFn: ({ signal }) => call(readSearchLibrary, { params: { libraryKey: library }, signal }),
    enabled: isNamed,
    meta: { ownFailure: true },
  });
  if (!isNamed) return null;
  return {
    query: { library },
    name: entry.data?.name ?? String(library),
    drop: () =>
      setSearch((all) => {
        all.delete('library');
        return all;
      }),
  };
}
