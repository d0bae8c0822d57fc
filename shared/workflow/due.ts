/** Due days of workflow steps, in whole days of the sponsor's time zone. */
import { dayAfter, dayAt, startOfDay } from '../dates/zonedDay.ts';

const DAY_MS = 86_400_000;

/** Calendar days from one day (`YYYYMMDD`) to another; negative if that is earlier. */
const daysBetween = (from: string, to: string): number =>
  Math.round((startOfDay(to, 'UTC') - startOfDay(from, 'UTC')) / DAY_MS);

/** The last moment of the day `dueDays` after the routing; null if the step has no time limit. */
export function dueAt(routedAt: Date, dueDays: number | null, timeZone: string): Date | null {
  if (dueDays === null) return null;
  const firstDayLate = dayAfter(dayAt(routedAt.getTime(), timeZone), dueDays + 1);
  return new Date(startOfDay(firstDayLate, timeZone) - 1);
}

/** Days overdue; 0 on the due day, negative before it; null without a time limit. */
export const daysLate = (due: Date | null, now: Date, timeZone: string): number | null =>
  due && daysBetween(dayAt(due.getTime(), timeZone), dayAt(now.getTime(), timeZone));

/** Recorded when a case leaves its step: the days overdue, 0 if in time; null without a time limit. */
export function delayDays(due: Date | null, left: Date, timeZone: string): number | null {
  const late = daysLate(due, left, timeZone);
  return late === null ? null : Math.max(0, late);
}
