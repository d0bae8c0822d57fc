import { useContext } from 'react';
import { atom, useAtomValue } from 'jotai';
import { RowContextProvider, useEngine } from './context.ts';

const UNCONDITIONAL = atom(null);

/** Does a condition hold in the row around it? Null where there is none. `groups` are those around its subject. */
export function useCondition(expression: string | null, groups: readonly string[]): boolean | null {
  const { conditions } = useEngine();
  const { path } = useContext(RowContextProvider);
  return useAtomValue(
    expression === null
      ? UNCONDITIONAL
      : conditions.holds(expression, groups.at(-1) ?? null, path.slice(0, groups.length)),
  );
}
