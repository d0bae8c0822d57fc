/** Dates of any precision as intervals of possible days. */
import { parseDate } from '../dates/partialDate.ts';
import { memoize } from '../text/memoize.ts';

const DAY_MS = 86_400_000;

/** First and last possible day, counted from 1970; null for an invalid date. */
export const intervalOf = memoize((text): { from: number; to: number } | null => {
  const parsed = parseDate(text);
  if (!parsed.ok) return null;
  const { year, month, day } = parsed.date;
  const dayOf = (y: number, m: number, d: number) => Math.round(Date.UTC(y, m, d) / DAY_MS);
  if (month === undefined) return { from: dayOf(year, 0, 1), to: dayOf(year, 11, 31) };
  if (day === undefined) return { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) };
  const at = dayOf(year, month - 1, day);
  return { from: at, to: at };
});

/** The date with day and month swapped, if that is a different valid date; otherwise null. */
export function swappedDate(text: string): string | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(text) ?? [];
  if (!year || !month || !day || month === day) return null;
  const other = `${year}${day}${month}`;
  return parseDate(other).ok ? other : null;
}

/** The days between two intervals; 0 if they overlap. */
export const gapOf = (a: { from: number; to: number }, b: { from: number; to: number }): number =>
  Math.max(0, a.from - b.to, b.from - a.to);
