/** Asks, portion by portion, what the changes would do to the stored cases. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { previewImpact, type DataOf } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { failureText } from '../../../feedback/showFailure.ts';

export type CaseImpact = DataOf<typeof previewImpact>['cases'][number];
/** Files with the texts they are to have; null: none. */
export type Changes = readonly { file: string; text: string | null }[];

const PORTION = 25;

export interface Impact {
  state: 'none' | 'running' | 'done' | 'cancelled' | 'failed';
  total: number;
  checked: number;
  cases: readonly CaseImpact[];
  /** what loses or gains blinding; null: not known yet */
  blinding: DataOf<typeof previewImpact>['blinding'] | null;
  failure: string | null;
  /** the changes that were looked at */
  changes: Changes | null;
}

const NONE: Impact = {
  state: 'none',
  total: 0,
  checked: 0,
  cases: [],
  blinding: null,
  failure: null,
  changes: null,
};

export interface ImpactRun {
  impact: Impact;
  run: (changes: Changes) => Promise<void>;
  cancel: () => void;
}

/** Was it these changes that were looked at? */
export const isOf = ({ changes: seen }: Impact, changes: Changes): boolean =>
  seen !== null &&
  seen.length === changes.length &&
  changes.every(({ file, text }, at) => seen[at]?.file === file && seen[at].text === text);

export function useImpact(): ImpactRun {
  const [impact, setImpact] = useState<Impact>(NONE);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const cancel = useCallback(() => running.current?.abort(), []);
  const run = useCallback(async (changes: Changes) => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    setImpact({ ...NONE, state: 'running', changes });
    try {
      for (let after: number | null = 0; after !== null;) {
        const body = { changes: [...changes], after, limit: PORTION };
        const portion: DataOf<typeof previewImpact> = await call(previewImpact, {
          body,
          signal: stop.signal,
        });
        after = portion.next;
        setImpact((was) => ({
          ...was,
          total: portion.total,
          checked: was.checked + portion.checked,
          cases: [...was.cases, ...portion.cases],
          blinding: portion.blinding,
        }));
      }
      setImpact((was) => ({ ...was, state: 'done' }));
    } catch (error) {
      if (running.current !== stop) return;
      if (stop.signal.aborted) setImpact((was) => ({ ...was, state: 'cancelled' }));
      else setImpact((was) => ({ ...was, state: 'failed', failure: failureText(error) }));
    }
  }, []);
  return { impact, run, cancel };
}
