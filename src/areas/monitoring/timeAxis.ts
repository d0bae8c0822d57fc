/** The axis of columns along time: weeks and months that no row has are places, too. */
import { monthBefore, monthInWords } from './months.ts';

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const WEEK = /^(?<year>\d{4})-W(?<week>\d\d)$/;

/** Places that a chart has room for: a day that was typed wrong may be a century away. */
const MAX_PLACES = 200;

/**
 * The weeks (`2026-W48`) or months (`2026-11`) from the first to the last of some in order; the values as they are where they are
 * neither, or too far apart.
 */
export function withoutGaps(values: readonly string[]): readonly string[] {
  const [first] = values;
  const last = values.at(-1);
  const next = [MONTH, WEEK].findIndex((axis) => values.every((value) => axis.test(value)));
  if (first === undefined || last === undefined || next < 0) return values;
  const places = [first];
  for (let place = first; place < last; places.push(place)) {
    if (places.length === MAX_PLACES) return values;
    place = next === 0 ? monthAfter(place) : weekAfter(place);
  }
  return places;
}

const monthAfter = (month: string): string => monthInWords(monthBefore(month.replace('-', ''), -1));

function weekAfter(value: string): string {
  const { year, week } = WEEK.exec(value)?.groups ?? {};
  const isLast = Number(week) >= weeksOf(Number(year));
  const next = isLast ? [Number(year) + 1, 1] : [Number(year), Number(week) + 1];
  return `${next[0]}-W${String(next[1]).padStart(2, '0')}`;
}

const THURSDAY = 4;

/** A year of 53 weeks (ISO 8601) begins or ends with a Thursday. */
function weeksOf(year: number): number {
  const ends = [Date.UTC(year, 0, 1), Date.UTC(year, 11, 31)];
  return ends.some((day) => new Date(day).getUTCDay() === THURSDAY) ? 53 : 52;
}
