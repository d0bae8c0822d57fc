/** Tables of the compiled catalogue, by name. */

/**
 * A table without a prototype: names of requests are looked up in it, and `constructor` or `__proto__` must not find
 * what every object inherits.
 */
export function nameTable<T>(entries: Iterable<readonly [string, T]> = []): Record<string, T> {
  const table = Object.create(null) as Record<string, T>;
  for (const [name, value] of entries) table[name] = value;
  return table;
}
