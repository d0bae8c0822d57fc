/** Something fetched by key and kept for the page: code lists, terms. Read in a component, fetched once on first want. */
import { useEffect } from 'react';
import { useAtomValue, type Atom } from 'jotai';
import type { Store } from '../session/cells.ts';
import { atomsByKey } from './formState.ts';

export interface Loaded<T> {
  state: 'idle' | 'loading' | 'done' | 'failed';
  data: T | null;
  /** why it failed, for the user */
  problem: string | null;
}

export interface Resource<T> {
  at(key: string): Atom<Loaded<T>>;
  /** Fetches unless it is there or on its way; after a failure it tries again. */
  want(key: string): void;
}

const IDLE = { state: 'idle', data: null, problem: null } as const;

export function createResource<T>(store: Store, fetch: (key: string) => Promise<T>): Resource<T> {
  const atoms = atomsByKey<Loaded<T>>(IDLE);
  return {
    at: atoms,
    want(key) {
      const { state } = store.get(atoms(key));
      if (state === 'loading' || state === 'done') return;
      store.set(atoms(key), { state: 'loading', data: null, problem: null });
      fetch(key).then(
        (data) => store.set(atoms(key), { state: 'done', data, problem: null }),
        (error: unknown) =>
          store.set(atoms(key), {
            state: 'failed',
            data: null,
            problem: error instanceof Error ? error.message : String(error),
          }),
      );
    },
  };
}

/** The resource at a key; fetched while `wanted`. */
export function useResource<T>(resource: Resource<T>, key: string, wanted: boolean): Loaded<T> {
  useEffect(() => {
    if (wanted) resource.want(key);
  }, [resource, key, wanted]);
  return useAtomValue(resource.at(key));
}
