/** Who wants to be told of something, and the telling. */
export interface Listeners<Told extends unknown[]> {
  /** Calls the listener each time. Answers how to stop listening; needs no `this`. */
  add: (listener: (...told: Told) => void) => () => void;
  tell: (...told: Told) => void;
}

export function makeListeners<Told extends unknown[] = []>(): Listeners<Told> {
  const listeners = new Set<(...told: Told) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: (...told) => listeners.forEach((listener) => listener(...told)),
  };
}
