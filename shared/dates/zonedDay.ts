/** Calendar days in a time zone. A day is written `YYYYMMDD`, so that days compare as texts. */

/** A moment, and whose day it is in. */
export interface ZonedNow {
  at: Date;
  /** IANA */
  timeZone: string;
}

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
/** A day starts within this of midnight UTC in every zone (UTC-12 to UTC+14). */
const WIDEST_OFFSET_MS = 15 * HOUR_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-u-ca-gregory', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(timeZone, format);
  return format;
}

/**
 * Is it the name of an IANA zone, e.g. `Asia/Seoul`, or UTC? Abbreviations and offsets are none: they have no daylight-saving
 * time, and PostgreSQL reads `+09:00` as west of Greenwich, and `ACT` as another zone than JavaScript does.
 */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Z]\w*\//.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Date and time at a moment (milliseconds since 1970) in an IANA zone: `YYYYMMDDhhmmss`. */
export function timeAt(moment: number, timeZone: string): string {
  const parts = formatOf(timeZone).formatToParts(moment);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  const year = part('year').padStart(4, '0');
  return `${year}${['month', 'day', 'hour', 'minute', 'second'].map(part).join('')}`;
}

/** The day at a moment (milliseconds since 1970) in an IANA zone. */
export const dayAt = (moment: number, timeZone: string): string => timeAt(moment, timeZone).slice(0, 8);

const STARTS = [0, 4, 6, 8, 10, 12];

/**
 * A time, written `CCYY[MM[DD[hh[mm[ss]]]]]`, in milliseconds as if clocks showed UTC; `further`: so many years, months, days,
 * hours, minutes or seconds later, whichever it stops at.
 */
function utcOf(time: string, further = 0): number {
  const parts = STARTS.filter((start) => start < time.length).map((start, index) =>
    Number(time.slice(start, STARTS[index + 1] ?? time.length)),
  );
  const last = parts.length - 1;
  const [year = 0, month = 1, ...rest] = parts.map((part, index) => (index === last ? part + further : part));
  return Date.UTC(year, month - 1, ...rest);
}

/** The day the given number of days later, or earlier. */
export const dayAfter = (day: string, days = 1): string => dayAt(utcOf(day) + days * 24 * HOUR_MS, 'UTC');

/**
 * The first moment of a day in a zone. Found by bisection: where the clocks are put forward at midnight the day
 * starts at one o'clock, which no table of offsets shows.
 */
export const startOfDay = (day: string, timeZone: string): number => startOfHour(day, 0, timeZone);

/** The first moment of an hour (0 to 23) of a day in a zone; where clocks leave the hour out, that of the next one. */
export function startOfHour(day: string, hour: number, timeZone: string): number {
  const wanted = `${day}${String(hour).padStart(2, '0')}`;
  const asUtc = utcOf(day) + hour * HOUR_MS;
  let before = asUtc - WIDEST_OFFSET_MS;
  let start = asUtc + WIDEST_OFFSET_MS;
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if (timeAt(middle, timeZone) < wanted) before = middle;
    else start = middle;
  }
  return start;
}

/** The first moment at which clocks in a zone show a time, as `utcOf` takes it; where they leave it out, the next one. */
export function firstOf(time: string, timeZone: string): number {
  const shown = utcOf(time);
  const moments = momentsShowing(shown, timeZone);
  return moments.length > 0 ? Math.min(...moments) : startOfHourOf(shown, timeZone);
}

/** The end of the last moment of which that is so: an hour that is shown twice lasts two hours. */
export function endOf(time: string, timeZone: string): number {
  const shown = utcOf(time, 1) - 1;
  const moments = momentsShowing(shown, timeZone);
  return moments.length > 0 ? Math.max(...moments) + 1 : startOfHourOf(shown, timeZone);
}

function startOfHourOf(shown: number, timeZone: string): number {
  const time = timeAt(shown, 'UTC');
  return startOfHour(time.slice(0, 8), Number(time.slice(8, 10)), timeZone);
}

/** Two where clocks are put back over the time, none where they leave it out. */
const momentsShowing = (shown: number, timeZone: string): number[] =>
  [-WIDEST_OFFSET_MS, WIDEST_OFFSET_MS]
    .map((aside) => shown - offsetAt(shown + aside, timeZone))
    .filter((moment) => moment + offsetAt(moment, timeZone) === shown);

const offsetAt = (moment: number, timeZone: string): number =>
  utcOf(timeAt(moment, timeZone)) - Math.floor(moment / SECOND_MS) * SECOND_MS;
