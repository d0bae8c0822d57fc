import { useLayoutEffect, useRef } from 'react';
import { followFirst, type KeyHandlers } from './followKey.ts';
import { isModalOpen } from './modal.ts';

/** The handlers of what is drawn, in the order in which it was. */
const drawn = new Set<{ readonly current: KeyHandlers }>();

// one listener for all: most keys are letters, and each listener would have to find out that they are none of its own
const onKeyDown = (event: KeyboardEvent): void =>
  followFirst(
    event,
    [...drawn].map(({ current }) => current),
    isModalOpen,
  );

/** Follows keys wherever the focus is, except behind an open dialog: its question is answered first. */
export function useKeys(handlers: KeyHandlers): void {
  const current = useRef(handlers);
  // with the drawing: what is seen follows its keys
  useLayoutEffect(() => {
    current.current = handlers;
  });
  useLayoutEffect(() => {
    if (drawn.size === 0) window.addEventListener('keydown', onKeyDown);
    drawn.add(current);
    return () => {
      drawn.delete(current);
      if (drawn.size === 0) window.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
