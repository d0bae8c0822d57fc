/** The basis of unsaved changes: what they started from, where that is not the page as it was last read. */
export interface Basis<T> {
  /** ISO 8601: the author of the change did not know what others stored later */
  at: string;
  value: T;
}

/** `readAt`: when the page was read, null where the caller keeps no times; then no change has a basis. */
export function createBases<T>(readAt: string | null) {
  let pageAt = readAt;
  let known = new Map<string, Basis<T>>();
  return {
    get: (key: string): Basis<T> | undefined => known.get(key),
    set: (key: string, basis: Basis<T>): void => void known.set(key, basis),

    /** Was the page read after `at`? Then its content is newer, however late the answer arrived. */
    isOld: (at: string | null): at is string => at !== null && pageAt !== null && at < pageAt,

    /** The basis of a change at the key; `original` is what the page has there. */
    of: (key: string, original: T): Basis<T> | null =>
      known.get(key) ?? (pageAt === null ? null : { at: pageAt, value: original }),

    /** The page was read again: only `changes` have another basis. */
    readAgain(at: string | null, changes: ReadonlyMap<string, Basis<T> | null>): void {
      known = new Map();
      for (const [key, basis] of changes) if (basis) known.set(key, basis);
      pageAt = at;
    },

    /** An address without a change has no basis of its own, unless a newer one is known already. */
    forget(key: string): void {
      const basis = known.get(key);
      if (basis && (pageAt === null || basis.at <= pageAt)) known.delete(key);
    },
  };
}
