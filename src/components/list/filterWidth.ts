/** Widths of the popover of a filter in pixels (specification 2 section 9). */
const NARROW = 280;
const WIDE = 320;
const PER_CHARACTER = 9;
const BESIDE = 25;

/** Options are as wide as the longest; times are longer than what else is asked for. */
export function filterWidth(filterType: string, labels: readonly string[]): number {
  if (filterType === 'BETWEEN_DATE_TIME') return WIDE;
  const maxLength = Math.max(0, ...labels.map((label) => label.length));
  return Math.min(WIDE, Math.max(NARROW, maxLength * PER_CHARACTER + BESIDE));
}
