/** Dates relative to today: `t`, `t-3`, `-2w`, `yesterday`, `3m ago`, `now`. */
import { formatDate } from './partialDate.ts';
import { timeAt, type ZonedNow } from './zonedDay.ts';

const DAY_WORDS: Record<string, number> = Object.fromEntries(
  (
    [
      [0, 'T TODAY 오늘 今日 今天'],
      [-1, 'YESTERDAY 어제 昨日 昨天'],
      [1, 'TOMORROW 내일 明日 明天'],
    ] as const
  ).flatMap(([days, words]) => words.split(' ').map((word) => [word, days])),
);
const NOW = /^(?:N|NOW|지금|今|现在)$/;
const SHIFT = /^T?\s*(?<sign>[+-])\s*(?<count>\d{1,4})\s*(?<unit>[DWMY]?)$/;
const AGO = /^(?<count>\d{1,4})\s*(?<unit>[DWMY])[A-Z]*\s+AGO$/;

/**
 * The stored form of an entry in capitals, by the days of the zone, or null if it is none of these. Months and years back
 * keep the day, or use the last one of a shorter month. `now` is precise to the second, with zone.
 */
export function relativeDate(entry: string, now: ZonedNow): string | null {
  if (NOW.test(entry)) return moment(now);
  const days = DAY_WORDS[entry];
  if (days !== undefined) return day(now, days, 'D');
  const { sign = '-', count, unit = '' } = (SHIFT.exec(entry) ?? AGO.exec(entry))?.groups ?? {};
  if (count === undefined) return null;
  return day(now, Number(count) * (sign === '-' ? -1 : 1), unit);
}

/** A date whose UTC fields are what clocks in the zone show. */
function wallClock({ at, timeZone }: ZonedNow): Date {
  const shown = timeAt(at.getTime(), timeZone);
  return new Date(shown.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z'));
}

function day(now: ZonedNow, count: number, unit: string): string {
  const today = wallClock(now);
  const [year, month, date] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  const months = unit === 'M' ? count : unit === 'Y' ? count * 12 : 0;
  const days = unit === 'W' ? count * 7 : months === 0 ? count : 0;
  const last = new Date(Date.UTC(year, month + months + 1, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year, month + months, Math.min(date, last) + days)));
}

const dayOf = (at: Date): string =>
  formatDate({ year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() });

const MINUTE_MS = 60_000;

function moment(now: ZonedNow): string {
  const wall = wallClock(now);
  const minutes = Math.round((wall.getTime() - now.at.getTime()) / MINUTE_MS);
  const two = (part: number) => String(part).padStart(2, '0');
  const zone = `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}${two(Math.abs(minutes) % 60)}`;
  return `${dayOf(wall)}${two(wall.getUTCHours())}${two(wall.getUTCMinutes())}${two(wall.getUTCSeconds())}${zone}`;
}
