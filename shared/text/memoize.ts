/** Caches results by text: comparing cases and writing lists process the same texts repeatedly. */

const MAX_ENTRIES = 5000;

/** The function with cached results; the cache is cleared when it is full. */
export function memoize<T>(work: (text: string) => T): (text: string) => T {
  const cache = new Map<string, { answer: T }>();
  return (text) => {
    const last = cache.get(text);
    if (last) return last.answer;
    if (cache.size >= MAX_ENTRIES) cache.clear();
    const answer = work(text);
    cache.set(text, { answer });
    return answer;
  };
}
