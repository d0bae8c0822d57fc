/** Repeat keys of rows that a source numbers alike, or not at all. */

/** Answers the repeat key of a row in its place; from the second on with its count, so that each stays a row of its own. */
export function ownRepeats(): (place: string, repeat: string) => string {
  const counts = new Map<string, number>();
  return (place, repeat) => {
    const key = JSON.stringify([place, repeat]);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1 ? repeat : `${repeat}#${count}`;
  };
}
