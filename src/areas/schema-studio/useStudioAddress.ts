/** Which file and item the address names: `?file=&item=`. */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { appendixFile, fileOfItem, kindOf } from './fileKinds.ts';

export interface StudioAddress {
  file: string;
  item: string | null;
  go: (next: { file?: string; item?: string | null }) => void;
}

/** The file named, else the one of the named item, else that of the region one works in. */
export function useStudioAddress(
  files: ReadonlyMap<string, unknown>,
  catalogue: Catalogue | null,
): StudioAddress {
  const [search, setSearch] = useSearchParams();
  const named = search.get('file');
  const item = search.get('item');
  const found = item === null ? undefined : catalogue?.items[item];
  const own = appendixFile(useRouteContext().appendix);
  const first = useMemo(
    () => (files.has(own) ? own : [...files.keys()].sort().find((file) => kindOf(file) === 'appendices')),
    [files, own],
  );
  const file = named !== null && files.has(named) ? named : found ? fileOfItem(found) : (first ?? '');
  // The router creates this function again with each address.
  const navigate = useRef(setSearch);
  useEffect(() => {
    navigate.current = setSearch;
  });
  const go = useCallback((next: { file?: string; item?: string | null }) => {
    const changed = (was: URLSearchParams) => {
      const params = new URLSearchParams(was);
      for (const [key, value] of Object.entries(next))
        if (value) params.set(key, value);
        else params.delete(key);
      return params;
    };
    navigate.current(changed, { replace: true });
  }, []);
  return { file, item, go };
}
