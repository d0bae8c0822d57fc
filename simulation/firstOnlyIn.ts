/** The first that the other set does not have. */
export const firstOnlyIn = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): T | undefined =>
  [...one].find((element) => !other.has(element));
