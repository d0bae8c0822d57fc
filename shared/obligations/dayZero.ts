/** Day 0: when the reportable information was received, in the time zone of the sponsor. */
import { parseDate, zoneMinutes } from '../dates/partialDate.ts';
import { dayAfter, dayAt } from '../dates/zonedDay.ts';

/** Roles of the items that give it. */
export const DAY_ZERO_ROLES = ['mostRecentInformation', 'firstReceived'] as const;
type DayZeroRole = (typeof DAY_ZERO_ROLES)[number];

export interface DayZero {
  /** CCYYMMDD */
  day: string;
  /** the item that gives it; null: none does, and the creation day of the version is used */
  role: DayZeroRole | null;
  /** as stored in the case */
  written: string | null;
  /** not as written: the latest possible day of a date that is partial, or in the future */
  assumed: boolean;
}

/** By role, what a date was entered as, and on which day (CCYYMMDD). */
export type DateEntries = { [Role in DayZeroRole]?: { text: string; day: string } };

export interface DayZeroFacts {
  dates: Readonly<Record<DayZeroRole, string | null>>;
  /** of dates that are stored; another text, or one that is left out, counts as entered today */
  dateEntries?: DateEntries;
  /** the first version of the case */
  isFirst: boolean;
  /** the creation day of the version, CCYYMMDD */
  createdDay: string;
  /** of the sponsor, an IANA name */
  timeZone: string;
}

/**
 * The date of the most recent information; in the first version otherwise that of first receipt; otherwise the
 * creation day of the version. A follow-up never uses first receipt: its information arrived later. A date without
 * its day counts as its latest possible day. No date is after the day on which it was entered: the information had come
 * by then, and neither later edits nor a wrong year postpone day 0. A complete date may be one day later, as it is where
 * the reporter lives.
 */
export function dayZero(
  { dates, dateEntries = {}, isFirst, createdDay, timeZone }: DayZeroFacts,
  today: string,
): DayZero {
  const roles = isFirst ? DAY_ZERO_ROLES : DAY_ZERO_ROLES.slice(0, 1);
  for (const role of roles) {
    const written = dates[role];
    const latest = written === null ? null : latestDay(written, timeZone);
    if (latest === null) continue;
    const entry = dateEntries[role];
    const enteredOn = entry?.text === written ? entry.day : today;
    const isFuture = latest.day > dayAfter(enteredOn, latest.known ? 1 : 0);
    return { day: isFuture ? enteredOn : latest.day, role, written, assumed: !latest.known || isFuture };
  }
  return { day: createdDay, role: null, written: null, assumed: true };
}

/**
 * The latest possible day of a stored date in a time zone. A moment (a time with its zone) is the day in that zone; a
 * date alone is the same day everywhere. Null for an invalid date.
 */
export function latestDay(text: string, timeZone: string): { day: string; known: boolean } | null {
  const parsed = parseDate(text);
  if (!parsed.ok) return null;
  const { year, month = 12, day, hour, minute = 0, second = 0, zone } = parsed.date;
  if (day !== undefined && hour !== undefined && zone !== undefined) {
    return {
      day: dayAt(Date.UTC(year, month - 1, day, hour, minute - zoneMinutes(zone), second), timeZone),
      known: true,
    };
  }
  // day 0 of the next month is the last day of this one
  const last = day ?? new Date(Date.UTC(year, month, 0)).getUTCDate();
  const two = (part: number) => String(part).padStart(2, '0');
  return { day: `${year}${two(month)}${two(last)}`, known: day !== undefined };
}
