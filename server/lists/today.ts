import { dayAfter, dayAt } from '../../shared/dates/zonedDay.ts';
import type { ListReading } from './listSource.ts';

/** The day, CCYYMMDD, where the reader of a list is. */
export const today = ({ user, now }: Pick<ListReading, 'user' | 'now'>): string =>
  dayAt(now.getTime(), user.timeZone);

/** So many days from today, years have four digits; no date of a case is farther away. */
const MAX_DAYS = 700_000;
/** Texts before and after those of all days. */
const [BEFORE_ALL, AFTER_ALL] = ['00000000', '99999999'];

/** The day, CCYYMMDD, so many days from today; for an end of a range, which may be any whole number. */
export function dayFromToday(reading: Pick<ListReading, 'user' | 'now'>, days: number): string {
  if (Math.abs(days) > MAX_DAYS) return days < 0 ? BEFORE_ALL : AFTER_ALL;
  return dayAfter(today(reading), days);
}
