/** Whether a component is drawn, for what ends later than it. */
import { useCallback, useEffect, useRef } from 'react';

/** Answers whether the component is drawn now; not before its effects have run. */
export function useIsDrawn(): () => boolean {
  const isDrawn = useRef(false);
  useEffect(() => {
    isDrawn.current = true;
    return () => void (isDrawn.current = false);
  }, []);
  return useCallback(() => isDrawn.current, []);
}
