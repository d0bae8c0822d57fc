import { createPortal } from 'react-dom';
import type { ReactNode } from 'react';
import { autoUpdate, flip, offset, shift, size, useFloating } from '@floating-ui/react';
import styles from './form.module.css';

/** Something floating beside an element that is already there. It does not take the focus by itself. */
export function Anchored({ anchor, children }: { anchor: HTMLElement; children: ReactNode }) {
  const { refs, floatingStyles } = useFloating({
    elements: { reference: anchor },
    placement: 'bottom-start',
    strategy: 'fixed',
    middleware: [
      offset(3),
      flip({ padding: 8 }),
      shift({ padding: 8 }),
      size({
        apply: ({ rects, elements }) => {
          elements.floating.style.minWidth = `${Math.min(rects.reference.width, 480)}px`;
        },
      }),
    ],
    whileElementsMounted: autoUpdate,
  });
  return createPortal(
    <div ref={refs.setFloating} style={floatingStyles} className={styles.floating}>
      {children}
    </div>,
    document.body,
  );
}
