/** Dates in expressions: the texts that items hold. */
import { compareDates, parseDate } from '../dates/partialDate.ts';

const MS_PER_DAY = 86_400_000;

/** Is `a` certainly earlier than `b`, judged by what both give? False where one is no date. */
export const isBefore = (a: string, b: string): boolean => compareDates(a, b) === -1;

/** Days from one date to another, negative backwards; NaN unless both are given to the day. Times do not count. */
export const daysBetween = (from: string, to: string): number => (dayOf(to) - dayOf(from)) / MS_PER_DAY;

function dayOf(text: string): number {
  const parsed = parseDate(text);
  if (!parsed.ok) return Number.NaN;
  const { year, month = Number.NaN, day = Number.NaN } = parsed.date;
  return Date.UTC(year, month - 1, day);
}
