/** The two ends of a range filter, as they are typed and as they are saved. */
import { parseDateEntry, type EntryProblem } from '../../../shared/dates/dateEntry.ts';
import { compareDates, displayDate, precisionOf } from '../../../shared/dates/partialDate.ts';
import type { ZonedNow } from '../../../shared/dates/zonedDay.ts';

/** `noTime`: dates are compared by their day; `noZone`: times are those of the user's zone */
type EndProblem = EntryProblem | 'noTime' | 'noZone' | 'noNumber' | 'backwards';

export interface Range {
  from: string;
  to: string;
}

export interface CheckedRange {
  /** as saved; empty: open */
  range: Range;
  problems: Partial<Record<keyof Range, EndProblem>>;
}

export type RangeType = 'BETWEEN_DATE' | 'BETWEEN_DATE_TIME' | 'BETWEEN_NUMERIC';

export const isRange = (filterType: string): filterType is RangeType => filterType.startsWith('BETWEEN_');

type End = { value: string } | { problem: EndProblem };

/** What was typed, made what is saved: a date in any clear form, also of a year or month only; whole numbers. */
export function checkRange(type: RangeType, typed: Range, now: ZonedNow): CheckedRange {
  const end = (text: string): End => {
    if (text.trim() === '') return { value: '' };
    return type === 'BETWEEN_NUMERIC' ? numberEnd(text) : dateEnd(type, text, now);
  };
  const ends = { from: end(typed.from), to: end(typed.to) };
  const problems: CheckedRange['problems'] = {};
  for (const side of ['from', 'to'] as const) {
    const checked = ends[side];
    if ('problem' in checked) problems[side] = checked.problem;
  }
  const range = { from: valueOf(ends.from), to: valueOf(ends.to) };
  if (range.from && range.to && isBackwards(type, range)) problems.to = 'backwards';
  return { range, problems };
}

const valueOf = (end: End): string => ('value' in end ? end.value : '');

const isBackwards = (type: RangeType, { from, to }: Range): boolean =>
  type === 'BETWEEN_NUMERIC' ? Number(from) > Number(to) : compareDates(from, to) === 1;

const WHOLE = /^[+-]?\d{1,15}$/;

function numberEnd(text: string): End {
  const digits = text.normalize('NFKC').trim();
  return WHOLE.test(digits) ? { value: String(Number(digits)) } : { problem: 'noNumber' };
}

const DATES: readonly (string | null)[] = ['year', 'month', 'day'];
const STORED_TIME = /^\d+$/;

function dateEnd(type: RangeType, text: string, now: ZonedNow): End {
  const entry = parseDateEntry(text, now);
  if (!entry.ok) return { problem: entry.problem };
  if (type === 'BETWEEN_DATE' && !DATES.includes(precisionOf(entry.value))) return { problem: 'noTime' };
  return STORED_TIME.test(entry.value) ? { value: entry.value } : { problem: 'noZone' };
}

/** A saved end as one types it. */
export const typedEnd = (type: RangeType, saved: string): string =>
  type === 'BETWEEN_NUMERIC' ? saved : displayDate(saved);

/** Specification 2 section 9. */
const DEFAULT_TIME = '12:00:00';

/** A day of the calendar (`2024-03-05`) as one would type it. */
export const typedDay = (type: RangeType, day: string): string =>
  type === 'BETWEEN_DATE_TIME' ? `${day} ${DEFAULT_TIME}` : day;
