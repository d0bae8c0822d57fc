/** Dates relative to today: `t`, `t-3`, `-2w`, `yesterday`, `3m ago`, `now`. */
import { formatDate } from './partialDate.ts';

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
 * The stored form of an entry in capitals, in the time zone of the user's clock, or null if it is none of these.
 * Months and years back keep the day, or use the last one of a shorter month. `now` is precise to the second, with
 * zone.
 */
export function relativeDate(entry: string, now: Date): string | null {
  if (NOW.test(entry)) return moment(now);
  const days = DAY_WORDS[entry];
  if (days !== undefined) return day(now, days, 'D');
  const { sign = '-', count, unit = '' } = (SHIFT.exec(entry) ?? AGO.exec(entry))?.groups ?? {};
  if (count === undefined) return null;
  return day(now, Number(count) * (sign === '-' ? -1 : 1), unit);
}

function day(now: Date, count: number, unit: string): string {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const months = unit === 'M' ? count : unit === 'Y' ? count * 12 : 0;
  const days = unit === 'W' ? count * 7 : months === 0 ? count : 0;
  const last = new Date(year, month + months + 1, 0).getDate();
  return dayOf(new Date(year, month + months, Math.min(date, last) + days));
}

const dayOf = (at: Date): string =>
  formatDate({ year: at.getFullYear(), month: at.getMonth() + 1, day: at.getDate() });

function moment(at: Date): string {
  const minutes = -at.getTimezoneOffset();
  const two = (part: number) => String(part).padStart(2, '0');
  const zone = `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}${two(Math.abs(minutes) % 60)}`;
  return `${dayOf(at)}${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}${zone}`;
}
