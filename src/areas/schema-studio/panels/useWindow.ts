/** Which rows of a long table are in sight. */
import { useCallback, useEffect, useState, type RefCallback } from 'react';

const AROUND = 12;

export interface RowWindow {
  scroller: RefCallback<HTMLElement>;
  /** the rows to draw, the end exclusive */
  from: number;
  to: number;
  /** room that the rows before and behind take, in rem */
  above: number;
  below: number;
}

/** `rowRem`: height of each row. */
export function useWindow(count: number, rowRem: number): RowWindow {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [sight, setSight] = useState({ top: 0, height: 40 });
  const look = useCallback(() => {
    if (!box) return;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    setSight({ top: box.scrollTop / rem, height: box.clientHeight / rem });
  }, [box]);
  useEffect(() => {
    if (!box) return;
    const watcher = new ResizeObserver(look);
    watcher.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      watcher.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [box, look]);
  const from = Math.max(0, Math.min(count, Math.floor(sight.top / rowRem) - AROUND));
  const to = Math.min(count, Math.ceil((sight.top + sight.height) / rowRem) + AROUND);
  return { scroller: setBox, from, to, above: from * rowRem, below: (count - to) * rowRem };
}
