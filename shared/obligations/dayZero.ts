/** Day 0: when the information that has to be told of was there, by the calendar of the sponsor. */
import { parseDate } from '../dates/partialDate.ts';
import { dayAt } from '../dates/zonedDay.ts';

/** Roles of the items that tell it. */
export const DAY_ZERO_ROLES = ['mostRecentInformation', 'firstReceived'] as const;
type DayZeroRole = (typeof DAY_ZERO_ROLES)[number];

export interface DayZero {
  /** CCYYMMDD */
  day: string;
  /** the item that tells it; null: none does, and the day the version was made stands in */
  role: DayZeroRole | null;
  /** as the case writes it */
  written: string | null;
  /** the latest day it may have been: not all of the date is known */
  assumed: boolean;
}

export interface DayZeroFacts {
  dates: Readonly<Record<DayZeroRole, string | null>>;
  /** the first version of the case */
  isFirst: boolean;
  /** the day the version was made, CCYYMMDD */
  made: string;
  /** of the sponsor, an IANA name */
  timeZone: string;
}

/**
 * The date of the most recent information; in the first version else the one of first receipt; else the day the version
 * was made. A follow-up does not go back to first receipt: what it tells of came later. A date of which the day is
 * missing counts as the latest day it may mean, though not one after today.
 */
export function dayZero({ dates, isFirst, made, timeZone }: DayZeroFacts, today: string): DayZero {
  const asked = isFirst ? DAY_ZERO_ROLES : DAY_ZERO_ROLES.slice(0, 1);
  for (const role of asked) {
    const written = dates[role];
    const latest = written === null ? null : latestDay(written, timeZone);
    if (latest === null) continue;
    const assumed = !latest.known;
    const day = assumed && latest.day > today ? today : latest.day;
    return { day, role, written, assumed };
  }
  return { day: made, role: null, written: null, assumed: true };
}

/**
 * The last day a stored date may mean in a time zone. A moment (a time with its zone) is the day it was there; a date
 * alone means the same day everywhere. Null for what is no date.
 */
export function latestDay(text: string, timeZone: string): { day: string; known: boolean } | null {
  const parsed = parseDate(text);
  if (!parsed.ok) return null;
  const { year, month = 12, day, hour, minute = 0, second = 0, zone } = parsed.date;
  if (day !== undefined && hour !== undefined && zone !== undefined) {
    const sign = zone.startsWith('-') ? -1 : 1;
    const offset = sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3)));
    return {
      day: dayAt(Date.UTC(year, month - 1, day, hour, minute - offset, second), timeZone),
      known: true,
    };
  }
  // day 0 of the next month is the last day of this one
  const last = day ?? new Date(Date.UTC(year, month, 0)).getUTCDate();
  const two = (part: number) => String(part).padStart(2, '0');
  return { day: `${year}${two(month)}${two(last)}`, known: day !== undefined };
}
