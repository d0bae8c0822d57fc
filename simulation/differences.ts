/** What two sets that must be equal do not share. */

/** The first that the other set does not have. */
export const firstOnlyIn = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): T | undefined =>
  [...one].find((element) => !other.has(element));

/** In words, the first that was lost and the first that was found; null: the sets are equal. */
export function changeOf(before: ReadonlySet<string>, after: ReadonlySet<string>): string | null {
  const lost = firstOnlyIn(before, after);
  const found = firstOnlyIn(after, before);
  return (lost ?? found) ? `${lost ?? 'nothing'} became ${found ?? 'nothing'}` : null;
}
