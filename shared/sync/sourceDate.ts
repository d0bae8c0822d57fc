/** Dates as data systems write them, in the form of E2B. Unknown parts are cut from the right. */
import type { DatePrecision } from '../../schemas/compile/sources.types.ts';
import {
  comparePrecision,
  formatDate,
  parseDate,
  precisionOf,
  type PartialDate,
} from '../dates/partialDate.ts';

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** A part that the source does not know: `UN`, `UNK`, `NK`, `XX`, `??`, a dash for all of its digits or for each. */
const UNKNOWN = String.raw`un|unk|unkn|uk|nk|x{2,4}|\?{1,4}|-{1,4}`;
/** Year first; a day of XML may have an offset, which does not change it. */
const ISO = new RegExp(
  String.raw`^(?<year>\d{4}|${UNKNOWN})(?:[-/.]\s?(?<month>\d\d?|${UNKNOWN})(?:[-/.]\s?(?<day>\d\d?|${UNKNOWN})\.?(?:z|[+-]\d\d:\d\d)?)?)?(?:[t ](?<time>.+))?$`,
);
/** Digits alone, as the basic form of ISO 8601 and systems that store numbers have them. */
const DIGITS_ALONE = /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)?(?:t(?<time>.+))?$/;
/** `05 MAY 2026`, `05MAY2026:09:30`, `MAY 2026`, as forms of data systems show dates. */
const NAMED = new RegExp(
  String.raw`^(?:(?<day>\d{1,2}|${UNKNOWN})[ \-/.]?)?(?<month>[a-z]{3,9}|${UNKNOWN})[ \-/.]?(?<year>\d{4}|${UNKNOWN})(?:[t :](?<time>.+))?$`,
);
const UNKNOWN_TIME = new RegExp(String.raw`(?:^|:)(?:${UNKNOWN})(?::.*)?$`);
const TIME =
  /^(?<hour>\d\d)(?::?(?<minute>\d\d)(?::?(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?)?(?<zone>z|[+-]\d\d(?::?\d\d)?)?$/;

/**
 * Null: the text is no date; '': it says that the date, or its year, is not known. A date more precise than `max` is cut to it.
 */
export function sourceDate(text: string, max: DatePrecision | null): string | null {
  const folded = text.trim().toLowerCase();
  const stored = parseDate(text.trim()).ok ? text.trim() : null;
  const forms = stored === null ? [NAMED, ISO, DIGITS_ALONE] : [NAMED, ISO];
  const parts = forms.map((form) => form.exec(folded)?.groups).find((groups) => groups !== undefined);
  const date = parts ? dateText(parts) : stored;
  if (date === '') return date;
  if (date === null || !parseDate(date).ok) return null;
  return max === null ? date : cut(date, max);
}

/** Null: the month or the time is none. */
function dateText({ time, ...parts }: Record<string, string | undefined>): string | null {
  if (isName(parts['month']) && monthNumber(parts['month']) === undefined) return null;
  if (!/[1-9]/.test(parts['year'] ?? '')) return '';
  const ofDay = (time ?? '').replace(UNKNOWN_TIME, '');
  const found = TIME.exec(ofDay)?.groups;
  return ofDay !== '' && !found ? null : formatDate(dateOf(parts, found ?? {}));
}

function dateOf(
  { year, month, day }: Record<string, string | undefined>,
  time: Record<string, string | undefined>,
): PartialDate {
  const inYear = monthNumber(month);
  const inMonth = inYear === undefined ? undefined : ofCalendar(day);
  const inDay = inMonth === undefined ? undefined : time;
  const [hour, minute, second] = [inDay?.hour, inDay?.minute, inDay?.second].map(known);
  return {
    year: Number(year),
    ...(inYear !== undefined && { month: inYear }),
    ...(inMonth !== undefined && { day: inMonth }),
    ...(hour !== undefined && { hour }),
    ...(minute !== undefined && { minute }),
    ...(second !== undefined && { second }),
    ...(inDay?.fraction && { fraction: inDay.fraction }),
    ...(inDay?.zone && { zone: zoneOf(inDay.zone) }),
  };
}

const known = (part: string | undefined): number | undefined =>
  part !== undefined && /^\d+$/.test(part) ? Number(part) : undefined;

/** Systems that store numbers write an unknown month or day as 0. */
const ofCalendar = (part: string | undefined): number | undefined => known(part) || undefined;

const IS_UNKNOWN = new RegExp(`^(?:${UNKNOWN})$`);
const isName = (text = ''): boolean => /^[a-z]/.test(text) && !IS_UNKNOWN.test(text);

function monthNumber(text: string | undefined): number | undefined {
  if (!isName(text)) return ofCalendar(text);
  const named = MONTHS.findIndex((month) => text === month || text === month.slice(0, 3));
  return named >= 0 ? named + 1 : undefined;
}

const zoneOf = (text: string): string => (text === 'z' ? '+00' : text.replace(':', ''));

const DIGITS: Readonly<Record<DatePrecision, number>> = {
  year: 4,
  month: 6,
  day: 8,
  minute: 12,
  second: 14,
};

function cut(date: string, max: DatePrecision): string {
  const given = precisionOf(date);
  return given === null || comparePrecision(given, max) <= 0 ? date : date.slice(0, DIGITS[max]);
}
