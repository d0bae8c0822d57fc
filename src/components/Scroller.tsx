import { useLayoutEffect, useRef, useState, type ComponentProps } from 'react';

interface ScrollerProps extends Omit<ComponentProps<'div'>, 'ref' | 'role' | 'tabIndex'> {
  /** takes no focus, since something in it does */
  passive?: boolean;
}

/**
 * A box that scrolls where it has no room for what it holds. Only then it is a region with its name (`aria-label` or
 * `aria-labelledby`) that takes the focus, so that keys can scroll it (WCAG 2.1.1).
 */
export function Scroller({
  passive = false,
  'aria-label': label,
  'aria-labelledby': labelId,
  ...box
}: ScrollerProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  // of each drawing: what it holds may be other parts
  useLayoutEffect(() => {
    const scroller = ref.current;
    if (!scroller || passive) return;
    const look = () =>
      setOverflows(
        scroller.scrollWidth > scroller.clientWidth || scroller.scrollHeight > scroller.clientHeight,
      );
    look();
    const watcher = new ResizeObserver(look);
    for (const part of [scroller, ...scroller.children]) watcher.observe(part);
    return () => watcher.disconnect();
  });
  const region = { role: 'region', tabIndex: 0, 'aria-label': label, 'aria-labelledby': labelId };
  return <div ref={ref} data-scroller {...box} {...(overflows && !passive && region)} />;
}
