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

/** Completed months from one date to another. NaN where a part that is not given could change the answer. */
export function completedMonths(from: string, to: string): number {
  const [least, most] = [monthsOf(from, to, 'least'), monthsOf(from, to, 'most')];
  return least === most ? least : Number.NaN;
}

/** Completed years, as ages are counted. NaN where a part that is not given could change the answer. */
export function completedYears(from: string, to: string): number {
  const [least, most] = [monthsOf(from, to, 'least'), monthsOf(from, to, 'most')].map((months) =>
    Math.trunc(months / 12),
  );
  return least !== undefined && least === most ? least : Number.NaN;
}

/** Months with the missing parts chosen so that they are the fewest or the most. */
function monthsOf(from: string, to: string, which: 'least' | 'most'): number {
  const [first, last] =
    which === 'least' ? [dayAt(from, 'end'), dayAt(to, 'start')] : [dayAt(from, 'start'), dayAt(to, 'end')];
  if (!first || !last) return Number.NaN;
  const months = (last.year - first.year) * 12 + last.month - first.month;
  if (months > 0 && last.day < first.day) return months - 1;
  return months < 0 && last.day > first.day ? months + 1 : months;
}

/** The first or the last day that a date may mean. */
function dayAt(text: string, end: 'start' | 'end'): { year: number; month: number; day: number } | null {
  const parsed = parseDate(text);
  if (!parsed.ok) return null;
  const { year, month = end === 'start' ? 1 : 12 } = parsed.date;
  // day 0 of the next month is the last day of this one
  const day = parsed.date.day ?? (end === 'start' ? 1 : new Date(Date.UTC(year, month, 0)).getUTCDate());
  return { year, month, day };
}

/** The first of the dates: one that none is certainly before, of several the least precise; '' where none is a date. */
export const earliestOf = (dates: readonly string[]): string => firstBy(dates, -1);

/** The last of the dates, likewise. */
export const latestOf = (dates: readonly string[]): string => firstBy(dates, 1);

/** Which of dates of one year and another of its months comes first cannot be told: the shorter text says so. */
const firstBy = (dates: readonly string[], order: -1 | 1): string =>
  dates
    .filter((date) => parseDate(date).ok)
    .reduce((best, date) => {
      const compared = best === '' ? order : compareDates(date, best);
      return compared === order || (compared === 0 && date.length < best.length) ? date : best;
    }, '');
