/** What unsaved changes started from, where that is not the content of the page as it was last read. */
export interface Basis<T> {
  /** ISO 8601: what others stored later was not known to the author of the change */
  at: string;
  value: T;
}

/** `readAt`: when the page was read, null where the caller keeps no times; then no change says what it is based on. */
export function createBases<T>(readAt: string | null) {
  let pageAt = readAt;
  let known = new Map<string, Basis<T>>();
  return {
    get: (key: string): Basis<T> | undefined => known.get(key),
    set: (key: string, basis: Basis<T>): void => void known.set(key, basis),

    /** Was the page read after that? Then what it says is newer, however late the answer came that tells of it. */
    isOld: (at: string | null): at is string => at !== null && pageAt !== null && at < pageAt,

    /** What a change at the key started from; `original` is what the page says there. */
    of: (key: string, original: T): Basis<T> | null =>
      known.get(key) ?? (pageAt === null ? null : { at: pageAt, value: original }),

    /** The page was read again: only the changes given started from something else. */
    readAgain(at: string | null, changes: ReadonlyMap<string, Basis<T> | null>): void {
      known = new Map();
      for (const [key, basis] of changes) if (basis) known.set(key, basis);
      pageAt = at;
    },

    /** An address without a change follows the page, unless more is known of it already. */
    settle(key: string): void {
      const basis = known.get(key);
      if (basis && (pageAt === null || basis.at <= pageAt)) known.delete(key);
    },
  };
}
