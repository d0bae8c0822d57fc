import { useEffect, useState } from 'react';
import type { RowPath } from '../../../shared/case/itemAddress.ts';
import { useEngine } from '../page/context.ts';
import { splitByAssessment } from './pairs.ts';
import { useMatrix } from './useMatrix.ts';

/** Counting thousands of pairs waits until the typing rests. */
const REST_MS = 250;

/** How many of the pairs are assessed. */
export function useProgress(pairs: readonly RowPath[]): number {
  const { session } = useEngine();
  const { shape } = useMatrix();
  const [count, setCount] = useState(0);
  useEffect(() => {
    const tell = () => setCount(splitByAssessment(session, shape, pairs).assessed.length);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = session.subscribeEdits(() => {
      clearTimeout(timer);
      timer = setTimeout(tell, REST_MS);
    });
    tell();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [session, shape, pairs]);
  return count;
}
