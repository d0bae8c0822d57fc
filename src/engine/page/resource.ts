/**
 * The state of what `EngineServices` fetch by key (code lists, terms), as atoms that derived atoms can read. The services
 * keep the answers across pages in the query cache; here is what the open page shows of them.
 */
import { atom, useAtomValue, type Atom, type PrimitiveAtom } from 'jotai';
import type { Store } from '../session/views.ts';

export interface Loaded<T> {
  state: 'idle' | 'loading' | 'done' | 'failed';
  data: T | null;
  /** the message of the failure, for the user */
  problem: string | null;
}

export interface Resource<T> {
  /** Fetches when it is first watched. */
  at(key: string): Atom<Loaded<T>>;
  /** Fetches unless it is loaded or loading; after a failure it tries again. `again`: also what is loaded. */
  want(key: string, again?: boolean): void;
  /** The same; resolves when it is there, or has failed. */
  ended(key: string): Promise<Loaded<T>>;
}

const IDLE = { state: 'idle', data: null, problem: null } as const;

export function createResource<T>(store: Store, fetch: (key: string) => Promise<T>): Resource<T> {
  const atoms = new Map<string, PrimitiveAtom<Loaded<T>>>();
  const at = (key: string): PrimitiveAtom<Loaded<T>> => {
    let found = atoms.get(key);
    if (!found) {
      atoms.set(key, (found = atom<Loaded<T>>(IDLE)));
      found.onMount = () => want(key);
    }
    return found;
  };
  const want = (key: string, again = false): void => {
    const { state, data: known } = store.get(at(key));
    if (state === 'loading' || (state === 'done' && !again)) return;
    store.set(at(key), { state: 'loading', data: known, problem: null });
    fetch(key).then(
      (data) => store.set(at(key), { state: 'done', data, problem: null }),
      (error: unknown) =>
        store.set(at(key), {
          state: 'failed',
          data: null,
          problem: error instanceof Error ? error.message : String(error),
        }),
    );
  };
  const ended = (key: string): Promise<Loaded<T>> =>
    new Promise((resolve) => {
      const found = at(key);
      const look = (): void => {
        const now = store.get(found);
        if (now.state !== 'done' && now.state !== 'failed') return;
        leave();
        resolve(now);
      };
      const leave = store.sub(found, look);
      look();
    });
  return { at, want, ended };
}

const UNWANTED = atom<Loaded<never>>(IDLE);

/** The resource at a key; fetched while `wanted`. */
export function useResource<T>(resource: Resource<T>, key: string, wanted: boolean): Loaded<T> {
  const found: Atom<Loaded<T>> = wanted ? resource.at(key) : UNWANTED;
  return useAtomValue(found);
}
