/** Until when a case may stay in a step, in whole days of the sponsor's calendar. */
import { dayAfter, dayAt, startOfDay } from '../dates/zonedDay.ts';

const DAY_MS = 86_400_000;

/** Calendar days from one day (`YYYYMMDD`) to another; negative when that is earlier. */
const daysBetween = (from: string, to: string): number =>
  Math.round((startOfDay(to, 'UTC') - startOfDay(from, 'UTC')) / DAY_MS);

/** The last moment of the day that is `dueDays` after the routing; null where the step has no limit. */
export function dueAt(routedAt: Date, dueDays: number | null, timeZone: string): Date | null {
  if (dueDays === null) return null;
  const firstDayLate = dayAfter(dayAt(routedAt.getTime(), timeZone), dueDays + 1);
  return new Date(startOfDay(firstDayLate, timeZone) - 1);
}

/** Days by which the due day has passed; 0 on the day itself, negative while days are left; null without a limit. */
export const daysLate = (due: Date | null, now: Date, timeZone: string): number | null =>
  due && daysBetween(dayAt(due.getTime(), timeZone), dayAt(now.getTime(), timeZone));

/** What is noted when a case leaves its step: the days it was late, 0 when in time; null without a limit. */
export function delayDays(due: Date | null, left: Date, timeZone: string): number | null {
  const late = daysLate(due, left, timeZone);
  return late === null ? null : Math.max(0, late);
}
