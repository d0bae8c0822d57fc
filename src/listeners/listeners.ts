/** A set of listeners and the function that notifies them. */
export interface Listeners<Args extends unknown[]> {
  /** Calls the listener at each notification. Returns the function that removes it; needs no `this`. */
  add: (listener: (...args: Args) => void) => () => void;
  notify: (...args: Args) => void;
}

export function makeListeners<Args extends unknown[] = []>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: (...args) => listeners.forEach((listener) => listener(...args)),
  };
}
