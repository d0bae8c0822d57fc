/** What is computed of the open page at every edit. */
import { useMemo, useSyncExternalStore } from 'react';

/**
 * The result of `compute`, rendered again when `subscribe` announces an edit that changes it.
 *
 * @param compute pure apart from what it reads; its result is compared as JSON
 * @returns the same object while nothing differs, as React's stores require
 */
export function useComputed<T>(subscribe: (listener: () => void) => () => void, compute: () => T): T {
  const snapshot = useMemo(() => {
    let last: { json: string; result: T } | undefined;
    return () => {
      const result = compute();
      const json = JSON.stringify(result);
      if (json !== last?.json) last = { json, result };
      return last.result;
    };
  }, [compute]);
  return useSyncExternalStore(subscribe, snapshot);
}
