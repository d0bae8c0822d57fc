/** Suggests the intended name for a misspelt one. */

/** The name closest to what was written, if one is close enough. */
export const closest = (written: string, names: Iterable<string>): string | undefined =>
  [...names]
    .filter((name) => Math.abs(name.length - written.length) <= tolerance(written))
    .map((name) => ({ name, distance: editDistance(written.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= tolerance(written))
    .toSorted((a, b) => a.distance - b.distance)[0]?.name;

const tolerance = (written: string): number => Math.max(1, Math.floor(written.length / 3));

/** Edit distance: letters to insert, delete, replace or swap with their neighbour. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? (beforeLast[j - 2] ?? 0) + 1
          : Infinity;
      row.push(Math.min(replaced, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
