/** A cache of recently used values. */
export interface Recent<Value> {
  /** from memory, else made now */
  of: (key: string, make: () => Value) => Value;
  /** from memory; undefined: it is not there */
  find: (key: string) => Value | undefined;
  forget: (key: string) => void;
}

/** Stores the `size` most recently used keys. */
export function recent<Value>(size: number): Recent<Value> {
  const known = new Map<string, { value: Value }>();
  return {
    of: (key, make) => {
      const found = known.get(key) ?? { value: make() };
      // a map keeps insertion order: the current key moves to the end
      known.delete(key);
      known.set(key, found);
      const [oldest] = known.keys();
      if (known.size > size && oldest !== undefined) known.delete(oldest);
      return found.value;
    },
    find: (key) => known.get(key)?.value,
    forget: (key) => void known.delete(key),
  };
}
