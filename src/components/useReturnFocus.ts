import { useEffect, useState } from 'react';

/** In a dialog that is mounted to be opened: when it is gone, the focus is again where it was before. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // after the dialog has left the page, and unless whoever closed it has put the focus somewhere
      requestAnimationFrame(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
      });
    },
    [before],
  );
}
