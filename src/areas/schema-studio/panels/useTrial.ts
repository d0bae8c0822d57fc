/** Asks, portion by portion, what the changes would do to invented cases. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { trySchemas, type DataOf } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import type { Changes } from './useImpact.ts';

type Portion = DataOf<typeof trySchemas>;
export type TrialDifference = Portion['differences'][number];

/** An example of so many values need not become smaller. */
const SMALL = 5;

export interface Trial {
  state: 'none' | 'running' | 'done' | 'cancelled' | 'failed';
  tried: number;
  differing: number;
  differences: readonly TrialDifference[];
  failure: string | null;
}

const NONE: Trial = { state: 'none', tried: 0, differing: 0, differences: [], failure: null };

export const differenceKey = ({
  kind,
  where,
  name,
}: Pick<TrialDifference, 'kind' | 'where' | 'name'>): string => `${kind}|${where}|${name}`;

const sizeOf = ({ example }: TrialDifference): number => Object.keys(example).length;

/** Both with their counts together; of each difference the smaller example. */
function together(was: readonly TrialDifference[], more: readonly TrialDifference[]): TrialDifference[] {
  const all = new Map(was.map((one) => [differenceKey(one), one]));
  for (const one of more) {
    const other = all.get(differenceKey(one));
    const smaller = other && sizeOf(other) <= sizeOf(one) ? other : one;
    all.set(differenceKey(one), { ...smaller, count: one.count + (other?.count ?? 0) });
  }
  return [...all.values()];
}

export type TrialRun = ReturnType<typeof useTrial>;

export function useTrial() {
  const [trial, setTrial] = useState<Trial>(NONE);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const cancel = useCallback(() => running.current?.abort(), []);
  /** Stops, and forgets what was found: it was about other files. */
  const clear = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setTrial(NONE);
  }, []);
  const run = useCallback(async (changes: Changes) => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    let now: Trial = { ...NONE, state: 'running' };
    const show = (next: Trial): void => {
      now = next;
      if (running.current === stop) setTrial(next);
    };
    show(now);
    try {
      for (let from: number | null = 0; from !== null;) {
        const known = now.differences.filter((one) => sizeOf(one) <= SMALL).map(differenceKey);
        const body = { changes: [...changes], from, known };
        const portion: Portion = await call(trySchemas, { body, signal: stop.signal });
        from = portion.next;
        show({
          ...now,
          tried: now.tried + portion.tried,
          differing: now.differing + portion.differing,
          differences: together(now.differences, portion.differences),
        });
      }
      show({ ...now, state: 'done' });
    } catch (error) {
      if (stop.signal.aborted) show({ ...now, state: 'cancelled' });
      else show({ ...now, state: 'failed', failure: failureText(error) });
    }
  }, []);
  return { trial, run, cancel, clear };
}
