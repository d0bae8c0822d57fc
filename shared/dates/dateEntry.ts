/** What people type for a date, made a stored one. */
import { formatDate, parseDate } from './partialDate.ts';
import type { DateProblem } from './partialDate.ts';

/** `ambiguous`: day and month could be either; only a year that comes first, or a month in letters, is read. */
export type EntryProblem = DateProblem | 'ambiguous';

export type DateEntry = { ok: true; value: string } | { ok: false; problem: EntryProblem };

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

const TIME = String.raw`(?:[T ]\s*(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d(?:\.\d+)?))?\s*(?<zone>Z|[+-]\d\d:?(?:\d\d)?)?)?`;

/** `UK` stands for a part nobody knows. */
const YEAR_FIRST = new RegExp(
  String.raw`^(?<year>\d{4})\s*[-/.年년]\s*(?<month>\d{1,2}|UK)\s*[月월]?\s*(?:[-/. ]?\s*(?<day>(?<=\D)(?:\d{1,2}|UK))\s*[日일]?)?${TIME}$`,
);
const MONTH_IN_LETTERS = new RegExp(
  String.raw`^(?:(?<day>\d{1,2}|UK)[-/. ]+)?(?<month>[A-Z]{3})[A-Z]*[-/. ,]+(?<year>\d{4})${TIME}$`,
);
const MONTH_UNKNOWN = /^UK[-/. ]?UK[-/. ]?(?<year>\d{4})$/;
const COMPACT_UNKNOWN = /^(?<year>\d{4})(?<month>\d\d|UK)?(?:UK)$/;
const YEAR_ONLY = /^(?<year>\d{4})\s*[年년]$/;
const YEAR_LAST = /^\d{1,2}[-/. ]+\d{1,2}[-/. ]+\d{4}/;

const FORMS = [YEAR_FIRST, MONTH_IN_LETTERS, MONTH_UNKNOWN, COMPACT_UNKNOWN, YEAR_ONLY];

/**
 * The stored form of an entry: E2B's own (`20240305`), with unknown parts (`202403UK`, `2024UKUK`), year first
 * (`2024-3-5`, `2024年3月5日`), month in letters (`05-MAR-2024`, `Mar 2024`), each with a time behind (`14:30`). A known
 * day in an unknown month counts as a year. A numeric date with the year last is refused as ambiguous.
 */
export function parseDateEntry(entry: string): DateEntry {
  const text = entry.trim().toUpperCase();
  const groups = FORMS.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
  if (!groups) return YEAR_LAST.test(text) ? { ok: false, problem: 'ambiguous' } : stored(text);
  const month = monthOf(groups.month);
  if (month === null) return { ok: false, problem: 'malformed' };
  const { year = '', day = '', hour, minute = '', second = '', zone = '' } = groups;
  if (hour !== undefined && !(isKnown(month) && isKnown(day))) return { ok: false, problem: 'malformed' };
  const time =
    hour === undefined ? '' : two(hour) + minute + second + zone.replace('Z', '+0000').replace(':', '');
  if (!isKnown(month)) return stored(year);
  return stored(year + two(month) + (isKnown(day) ? two(day) : '') + time);
}

const isKnown = (part: string): boolean => part !== '' && part !== 'UK';

const two = (digits: string): string => digits.padStart(2, '0');

/** The digits of a month given in digits or letters, an empty text for none; null for letters that are no month. */
function monthOf(month: string | undefined): string | null {
  if (month === undefined || month === 'UK') return '';
  if (/^\d/.test(month)) return month;
  const at = MONTHS.indexOf(month);
  return at === -1 ? null : String(at + 1);
}

function stored(text: string): DateEntry {
  const parsed = parseDate(text);
  return parsed.ok ? { ok: true, value: formatDate(parsed.date) } : parsed;
}
