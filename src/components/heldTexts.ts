/** Texts that are typed and that only the component holds in which they are: no journal has them, and a reload would lose them. */
import { useEffect, useEffectEvent } from 'react';

const holders = new Set<() => boolean>();

/** Whether a reload would lose a text. */
export const isTextHeld = (): boolean => [...holders].some((holdsText) => holdsText());

const askBeforeUnload = (event: BeforeUnloadEvent): void => {
  if (isTextHeld()) event.preventDefault();
};

/** The browser asks before the document is reloaded or closed while `holdsText`, and the product does not reload by itself. */
export function useHeldText(holdsText: () => boolean): void {
  const holdsNow = useEffectEvent(holdsText);
  useEffect(() => {
    const holder = (): boolean => holdsNow();
    if (holders.size === 0) window.addEventListener('beforeunload', askBeforeUnload);
    holders.add(holder);
    return () => {
      holders.delete(holder);
      if (holders.size === 0) window.removeEventListener('beforeunload', askBeforeUnload);
    };
  }, []);
}
