/** The browser's own question before the document is reloaded or closed. */
import { useEffect, useEffectEvent } from 'react';

/** The browser asks while something is typed that only this component holds. */
export function useUnloadQuestion(holdsText: () => boolean): void {
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (holdsText()) event.preventDefault();
  });
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent): void => ask(event);
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, []);
}
