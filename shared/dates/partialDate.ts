/**
 * Dates as E2B stores them: `CCYY[MM[DD[hh[mm[ss[.s+]]]]]][±ZZ[zz]]`, any tail missing. They stay texts everywhere: a
 * date with only a year is not a moment.
 */
import type { DatePrecision } from '../../schemas/compile/sources.types.ts';

/** Precision of a date. E2B has the bare hour too, though no item uses it. */
export type GivenPrecision = DatePrecision | 'hour';

export interface PartialDate {
  year: number;
  month?: number;
  day?: number;
  hour?: number;
  minute?: number;
  second?: number;
  /** digits after the point */
  fraction?: string;
  /** offset from UTC as written: sign, two or four digits */
  zone?: string;
}

/** Why a text is not a date; keys of the messages. */
export type DateProblem = 'malformed' | 'noSuchDay' | 'noSuchTime' | 'yearTooEarly';

export type ParsedDate = { ok: true; date: PartialDate } | { ok: false; problem: DateProblem };

export const MIN_YEAR = 1800;

const MAX_ZONE_HOURS = 14;

const PRECISIONS: readonly GivenPrecision[] = ['year', 'month', 'day', 'hour', 'minute', 'second'];

const FORM =
  /^(?<year>\d{4})(?:(?<month>\d\d)(?:(?<day>\d\d)(?:(?<hour>\d\d)(?:(?<minute>\d\d)(?:(?<second>\d\d)(?:\.(?<fraction>\d+))?)?)?)?)?)?(?<zone>[+-]\d\d(?:\d\d)?)?$/;

/** The parts of a stored date, or why it is invalid: format, a day not in the calendar, an impossible time. */
export function parseDate(text: string): ParsedDate {
  const groups = FORM.exec(text)?.groups;
  if (!groups) return { ok: false, problem: 'malformed' };
  const number = (name: string) => (groups[name] === undefined ? undefined : Number(groups[name]));
  const parts = Object.fromEntries(
    PRECISIONS.map((name) => [name, number(name)]).filter(([, part]) => part !== undefined),
  );
  const { fraction, zone } = groups;
  const date: PartialDate = {
    year: Number(groups.year),
    ...parts,
    ...(fraction && { fraction }),
    ...(zone && { zone }),
  };
  const problem = problemOf(date);
  return problem ? { ok: false, problem } : { ok: true, date };
}

function problemOf({ year, month, day, hour, minute, second, zone }: PartialDate): DateProblem | null {
  if (year < MIN_YEAR) return 'yearTooEarly';
  if (month !== undefined && (month < 1 || month > 12)) return 'noSuchDay';
  if (day !== undefined && (day < 1 || day > daysIn(year, month ?? 1))) return 'noSuchDay';
  if ((hour ?? 0) > 23 || (minute ?? 0) > 59 || (second ?? 0) > 59) return 'noSuchTime';
  const [zoneHours, zoneMinutes] = [Number(zone?.slice(1, 3) ?? 0), Number(zone?.slice(3) ?? 0)];
  return zoneHours > MAX_ZONE_HOURS || zoneMinutes > 59 ? 'noSuchTime' : null;
}

// day 0 of the next month is the last day of this one
const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Formats the parts in E2B form; the inverse of `parseDate`. */
export function formatDate(date: PartialDate): string {
  const { fraction, zone = '' } = date;
  const digits = PRECISIONS.map((name) => date[name]).map((part, at) => pad(part, at === 0 ? 4 : 2));
  return digits.join('') + (fraction === undefined ? '' : `.${fraction}`) + zone;
}

const pad = (part: number | undefined, width: number): string =>
  part === undefined ? '' : String(part).padStart(width, '0');

/** Precision of the date; null for an invalid date. */
export function precisionOf(text: string): GivenPrecision | null {
  const parsed = parseDate(text);
  if (!parsed.ok) return null;
  return PRECISIONS.findLast((name) => parsed.date[name] !== undefined) ?? null;
}

/** A date moved to a whole day (`CCYYMMDD`): at its time and in its zone, if it has a day of its own. */
export const movedTo = (text: string, day: string): string => {
  const precision = precisionOf(text);
  return precision !== null && comparePrecision(precision, 'day') >= 0 ? day + text.slice(day.length) : day;
};

/** Compares precisions: positive if the first is finer, 0 if equal, negative if coarser. */
export const comparePrecision = (a: GivenPrecision, b: GivenPrecision): number =>
  PRECISIONS.indexOf(a) - PRECISIONS.indexOf(b);

/**
 * Order of two stored dates at their common precision: 0 also means undetermined (`2024` and `20240305`), so this
 * order is not transitive. Times with zones are compared as moments. Null if one is invalid.
 */
export function compareDates(a: string, b: string): -1 | 0 | 1 | null {
  const [first, second] = [parseDate(a), parseDate(b)];
  if (!first.ok || !second.ok) return null;
  const moments = [first.date, second.date].map(inUtc);
  const [left, right] = moments.every((moment) => moment !== null) ? moments : [first.date, second.date];
  for (const name of PRECISIONS) {
    const [x, y] = [left?.[name], right?.[name]];
    if (x === undefined || y === undefined) return 0;
    if (x !== y) return x < y ? -1 : 1;
  }
  // the shorter fraction does not determine the missing digits
  const [x = '', y = ''] = [left?.fraction, right?.fraction];
  const common = Math.min(x.length, y.length);
  if (x.slice(0, common) === y.slice(0, common)) return 0;
  return x < y ? -1 : 1;
}

/** The same moment in UTC, for a date to the minute or finer with a zone; otherwise null. */
function inUtc(date: PartialDate): PartialDate | null {
  if (date.minute === undefined || date.zone === undefined) return null;
  const utc = new Date(earliest(date));
  return {
    year: utc.getUTCFullYear(),
    month: utc.getUTCMonth() + 1,
    day: utc.getUTCDate(),
    hour: utc.getUTCHours(),
    minute: utc.getUTCMinutes(),
    ...(date.second !== undefined && { second: date.second }),
    ...(date.fraction !== undefined && { fraction: date.fraction }),
  };
}

/** Minutes from UTC to a zone as a date has it, `+0930` or `-05`. */
export const zoneMinutes = (zone: string): number =>
  (zone.startsWith('-') ? -1 : 1) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3)));

/** The earliest possible moment of the date, in milliseconds of UTC; without a zone, that of the easternmost one. */
function earliest({ year, month = 1, day = 1, hour = 0, minute = 0, second = 0, zone }: PartialDate): number {
  const offset = zone === undefined ? MAX_ZONE_HOURS * 60 : zoneMinutes(zone);
  return Date.UTC(year, month - 1, day, hour, minute - offset, second);
}

/**
 * Whether the date is certainly after `now`. A partial date is if it starts after now, and one without zone if it
 * does so everywhere on earth. False for an invalid date.
 */
export function isFuture(text: string, now: Date): boolean {
  const parsed = parseDate(text);
  return parsed.ok && earliest(parsed.date) > now.getTime();
}

/** For display: `2024`, `2024-03`, `2024-03-05`, `2024-03-05 14:30:15 +09:00`. Invalid text is returned unchanged. */
export function displayDate(text: string): string {
  const parsed = parseDate(text);
  if (!parsed.ok) return text;
  const { year, month, day, hour, minute, second, fraction, zone } = parsed.date;
  const join = (parts: (number | undefined)[], sign: string) =>
    parts
      .filter((part) => part !== undefined)
      .map((part) => pad(part, 2))
      .join(sign);
  const time = join([hour, minute, second], ':') + (fraction === undefined ? '' : `.${fraction}`);
  const offset = zone && (zone.length > 3 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone);
  return [join([year, month, day], '-'), time, offset].filter(Boolean).join(' ');
}
