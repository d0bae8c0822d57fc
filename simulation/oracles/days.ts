/** Calendar days, computed apart from the product. */

const DAY_MS = 86_400_000;

/** By time zone: making one takes longer than all that it is asked. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of a moment in a time zone, CCYYMMDD. */
export function dayIn(at: Date, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, format);
  return format.format(at).replaceAll('-', '');
}

const noonOf = (day: string): number =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)), 12);

export const daysLater = (day: string, days: number): string =>
  dayIn(new Date(noonOf(day) + days * DAY_MS), 'UTC');

export const daysBetween = (from: string, to: string): number => (noonOf(to) - noonOf(from)) / DAY_MS;

const QUARTER_MS = DAY_MS / 96;

/** The next moment at which a day begins in a time zone: at a quarter of an hour of UTC. */
export function nextMidnight(after: Date, timeZone: string): Date {
  let at = (Math.floor(after.getTime() / QUARTER_MS) + 1) * QUARTER_MS;
  while (dayIn(new Date(at), timeZone) === dayIn(after, timeZone)) at += QUARTER_MS;
  return new Date(at);
}

/** The last day that a date of E2B may mean in a time zone, and whether it says the day; null: it is none. */
export function lastDayOf(text: string, timeZone: string): { day: string; isKnown: boolean } | null {
  const found = /^(\d{4})(\d\d)?(\d\d)?(?:(\d\d)(\d\d)?(\d\d)?(?:\.\d+)?)?(?:([+-])(\d\d)(\d\d))?$/.exec(
    text,
  );
  if (!found) return null;
  const [, year = '', month, day, hour, minute = '0', second = '0', sign, hours = '0', minutes = '0'] = found;
  if (month === undefined) return { day: `${year}1231`, isKnown: false };
  if (day === undefined) {
    const nextMonth = Date.UTC(Number(year), Number(month), 1, 12);
    return { day: dayIn(new Date(nextMonth - DAY_MS), 'UTC'), isKnown: false };
  }
  if (hour === undefined || sign === undefined) return { day: year + month + day, isKnown: true };
  const iso = `${year}-${month}-${day}T${hour}:${minute.padStart(2, '0')}:${second.padStart(2, '0')}`;
  return { day: dayIn(new Date(`${iso}${sign}${hours}:${minutes}`), timeZone), isKnown: true };
}
