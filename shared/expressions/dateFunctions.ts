/** Date functions of expressions, on the texts stored in items. */
import { compareDates, parseDate } from '../dates/partialDate.ts';

const MS_PER_DAY = 86_400_000;

/** Whether `a` is certainly earlier than `b`, at their common precision. False if one is not a date. */
export const isBefore = (a: string, b: string): boolean => compareDates(a, b) === -1;

/** Days from one date to another, negative backwards; NaN unless both are given to the day. Times are ignored. */
export const daysBetween = (from: string, to: string): number => (dayOf(to) - dayOf(from)) / MS_PER_DAY;

function dayOf(text: string): number {
  const parsed = parseDate(text);
  if (!parsed.ok) return Number.NaN;
  const { year, month = Number.NaN, day = Number.NaN } = parsed.date;
  return Date.UTC(year, month - 1, day);
}

/** Completed months from one date to another. NaN if a missing part could change the result. */
export function completedMonths(from: string, to: string): number {
  const [min, max] = [monthsOf(from, to, 'least'), monthsOf(from, to, 'most')];
  return min === max ? min : Number.NaN;
}

/**
 * Completed years, as ages are counted. NaN if a missing part could change the result, and backwards: there are no
 * negative ages.
 */
export function completedYears(from: string, to: string): number {
  if (isBefore(to, from)) return Number.NaN;
  const [min, max] = [monthsOf(from, to, 'least'), monthsOf(from, to, 'most')].map((months) =>
    months < 0 ? Number.NaN : Math.trunc(months / 12),
  );
  return min !== undefined && min === max ? min : Number.NaN;
}

/** Months with the missing parts chosen for the smallest or the largest result. */
function monthsOf(from: string, to: string, which: 'least' | 'most'): number {
  const [first, last] =
    which === 'least' ? [dayAt(from, 'end'), dayAt(to, 'start')] : [dayAt(from, 'start'), dayAt(to, 'end')];
  if (!first || !last) return Number.NaN;
  const months = (last.year - first.year) * 12 + last.month - first.month;
  if (months > 0 && last.day < first.day) return months - 1;
  return months < 0 && last.day > first.day ? months + 1 : months;
}

/** The first or the last possible day of a partial date. */
function dayAt(text: string, end: 'start' | 'end'): { year: number; month: number; day: number } | null {
  const parsed = parseDate(text);
  if (!parsed.ok) return null;
  const { year, month = end === 'start' ? 1 : 12 } = parsed.date;
  // day 0 of the next month is the last day of this one
  const day = parsed.date.day ?? (end === 'start' ? 1 : new Date(Date.UTC(year, month, 0)).getUTCDate());
  return { year, month, day };
}

/**
 * The first of the dates: one that no other is certainly before, of several the least precise; '' if none is a date.
 */
export const earliestOf = (dates: readonly string[]): string => firstBy(dates, -1);

/** The last of the dates, likewise. */
export const latestOf = (dates: readonly string[]): string => firstBy(dates, 1);

/** A year and a month of that year cannot be ordered: the less precise one is returned. */
const firstBy = (dates: readonly string[], order: -1 | 1): string =>
  dates
    .filter((date) => parseDate(date).ok)
    .reduce((best, date) => {
      const compared = best === '' ? order : compareDates(date, best);
      return compared === order || (compared === 0 && date.length < best.length) ? date : best;
    }, '');
