/** The question of the library that the address narrows a page by, another one instead, and the way out of it. */
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { readSearchLibrary } from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';
import { useRouteContext } from '../app-context/routeContext.ts';

interface OfLibrary {
  /** what a list or a check is asked besides */
  query: { library: number };
  /** its name; its key until that is known */
  name: string;
}

interface Narrowing {
  /** null where the address names no question */
  ofLibrary: OfLibrary | null;
  /** null: back to all cases */
  narrow: (libraryKey: number | null) => void;
}

export function useOfLibrary(): Narrowing {
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
  return {
    ofLibrary: isNamed ? { query: { library }, name: entry.data?.name ?? String(library) } : null,
    narrow: (libraryKey) =>
      setSearch((all) => {
        if (libraryKey === null) all.delete('library');
        else all.set('library', String(libraryKey));
        return all;
      }),
  };
}
