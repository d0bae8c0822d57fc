/** What is left of a selection of records when some of them cannot be selected any more. */

/** Of the selected ones, in their order, those that are still valid. */
export const pruneSelection = <T>(
  selected: readonly T[],
  keyOf: (one: T) => string,
  valid: Iterable<string>,
): T[] => {
  const keys = new Set(valid);
  return selected.filter((one) => keys.has(keyOf(one)));
};
