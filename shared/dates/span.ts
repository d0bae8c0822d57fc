/**
 * Lengths of time between partial dates, by interval arithmetic: each date is all the moments that it can be, and a length
 * is all that is possible between them. Only a length that is the same for all of them is certain.
 */
import { compareDates, parseDate, zoneMinutes, type PartialDate } from './partialDate.ts';

/** UCUM units of time, as the items of durations and ages have them. */
type SpanUnit = 'min' | 'h' | 'd' | 'mo' | 'a';

/** From `min` to `max` whole units; both are equal where the dates are certain enough. */
export interface Span {
  min: number;
  max: number;
  unit: SpanUnit;
}

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MS = 86_400_000;
/** Up to so many minutes, and hours, a length is in them. */
const MAX_MINUTES = 120;
const MAX_HOURS = 48;
/** Ages below so many months are in months. */
const MAX_AGE_MONTHS = 24;

/** The length from one moment to a later one, as onset after a dose. Null: not dates, or it may be backwards. */
export const intervalBetween = (from: string, to: string): Span | null => spanBetween(from, to, 0);

/** How long something lasted whose first and last day are given: both days count. Null likewise. */
export const durationOf = (first: string, last: string): Span | null => spanBetween(first, last, 1);

/** The age at a date: completed years, of small children months, of babies days. Null likewise. */
export function ageAt(birth: string, at: string): Span | null {
  const ends = endsOf(birth, at);
  const months = ends && monthsBetween(ends);
  if (!months) return null;
  if (months.max < 1) return lengthOf(ends, 0);
  if (months.max < MAX_AGE_MONTHS) return { ...months, unit: 'mo' };
  return { min: Math.floor(months.min / 12), max: Math.floor(months.max / 12), unit: 'a' };
}

function spanBetween(from: string, to: string, counted: 0 | 1): Span | null {
  const ends = endsOf(from, to);
  return ends && (timeBetween(ends) ?? lengthOf(ends, counted));
}

interface Ends {
  start: PartialDate;
  /** by the clock of the start, where both tell their zones */
  end: PartialDate;
}

/** Null: not dates, or the second one is certainly before the first. */
function endsOf(from: string, to: string): Ends | null {
  const [start, end] = [parseDate(from), parseDate(to)];
  if (!start.ok || !end.ok || compareDates(to, from) === -1) return null;
  return { start: start.date, end: byClockOf(start.date, end.date) };
}

/** A dose at 23:30 in New York and a reaction on the next day at 14:00 in Seoul are on one day, half an hour apart. */
function byClockOf({ zone }: PartialDate, date: PartialDate): PartialDate {
  if (zone === undefined || date.zone === undefined || date.minute === undefined) return date;
  const shown = new Date(
    minuteOf(date) * MINUTE_MS + (zoneMinutes(zone) - zoneMinutes(date.zone)) * MINUTE_MS,
  );
  return {
    ...date,
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    zone,
  };
}

/** Where both are given to the minute, by one clock. */
function timeBetween({ start, end }: Ends): Span | null {
  if (start.minute === undefined || end.minute === undefined || start.zone !== end.zone) return null;
  const minutes = minuteOf(end) - minuteOf(start);
  if (minutes <= MAX_MINUTES) return { min: minutes, max: minutes, unit: 'min' };
  const hours = Math.round(minutes / HOUR_MINUTES);
  return hours <= MAX_HOURS ? { min: hours, max: hours, unit: 'h' } : null;
}

/** Days where both are given to the day, otherwise months, or years. */
function lengthOf(ends: Ends, counted: 0 | 1): Span | null {
  const { start, end } = ends;
  const days = {
    min: dayNumber(end, 'start') - dayNumber(start, 'end') + counted,
    max: dayNumber(end, 'end') - dayNumber(start, 'start') + counted,
  };
  if (days.min < counted) return null;
  if (days.min === days.max) return { ...days, unit: 'd' };
  const months = monthsBetween(ends);
  if (!months) return null;
  if (start.month !== undefined && end.month !== undefined) return { ...months, unit: 'mo' };
  return { min: Math.floor(months.min / 12), max: Math.floor(months.max / 12), unit: 'a' };
}

/** Completed months; null where it may be backwards. */
function monthsBetween({ start, end }: Ends): { min: number; max: number } | null {
  if (dayNumber(end, 'start') < dayNumber(start, 'end')) return null;
  return {
    min: completedMonths(dayIn(start, 'end'), dayIn(end, 'start')),
    max: completedMonths(dayIn(start, 'start'), dayIn(end, 'end')),
  };
}

interface Day {
  year: number;
  month: number;
  day: number;
}

const completedMonths = (from: Day, to: Day): number =>
  (to.year - from.year) * 12 + to.month - from.month - (to.day < from.day ? 1 : 0);

/** The first or last possible day of a date. */
function dayIn({ year, month, day }: PartialDate, end: 'start' | 'end'): Day {
  const known = month ?? (end === 'start' ? 1 : 12);
  // day 0 of the next month is the last day of this one
  const last = new Date(Date.UTC(year, known, 0)).getUTCDate();
  return { year, month: known, day: day ?? (end === 'start' ? 1 : last) };
}

function dayNumber(date: PartialDate, end: 'start' | 'end'): number {
  const { year, month, day } = dayIn(date, end);
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

/** In minutes of the clock that it was read from. */
const minuteOf = ({ year, month = 1, day = 1, hour = 0, minute = 0 }: PartialDate): number =>
  Date.UTC(year, month - 1, day, hour, minute) / MINUTE_MS;

/** As an expression answers it: `3 d`, `2..4 mo`; empty for none. */
export const spanText = (span: Span | null): string => {
  if (!span) return '';
  const { min, max, unit } = span;
  return min === max ? `${min} ${unit}` : `${min}..${max} ${unit}`;
};

const SPAN = /^(\d+)(?:\.\.(\d+))? (min|h|d|mo|a)$/;

/** Reads what `spanText` writes; null for any other text. */
export function parseSpan(text: string): Span | null {
  const [, min, max = min, unit] = SPAN.exec(text) ?? [];
  return min === undefined ? null : { min: Number(min), max: Number(max), unit: unit as SpanUnit };
}
