/** Parses typed dates into their stored form. */
import { formatDate, parseDate } from './partialDate.ts';
import type { DateProblem } from './partialDate.ts';
import { relativeDate } from './relativeDate.ts';
import { dayAt, type ZonedNow } from './zonedDay.ts';

/**
 * `ambiguous`: day and month are interchangeable; only a leading year, or a month in letters, resolves it. `unknown`:
 * nothing of the date is known.
 */
export type EntryProblem = DateProblem | 'ambiguous' | 'unknown';

export type DateEntry = { ok: true; value: string } | { ok: false; problem: EntryProblem };

/** In English, and as other languages write it that begin it alike; any beginning of three letters is enough. */
const MONTHS = [
  'JANUARY JANUARI JANVIER',
  'FEBRUARY FEBRUARI FEBRERO',
  'MARCH MARS MARZO',
  'APRIL APRILE',
  'MAY MAYO',
  'JUNE JUNI JUNIO',
  'JULY JULI JULIO',
  'AUGUST AUGUSTI AUGUSTUS',
  'SEPTEMBER SEPTEMBRE SEPTIEMBRE',
  'OCTOBER OCTOBRE OCTUBRE',
  'NOVEMBER NOVEMBRE NOVIEMBRE',
  'DECEMBER DECEMBRE',
].map((names) => names.split(' '));

const TIME = String.raw`(?:[T ]\s*(?<hour>\d{1,2}):?(?<minute>\d\d)(?::?(?<second>\d\d(?:\.\d+)?))?\s*(?<zone>Z|[+-]\d\d:?(?:\d\d)?)?)?`;
const LETTERS = '(?<month>[A-Z]{3,}?)';
/** two digits are read only if a month in letters leaves no doubt which number is the year */
const YEAR = String.raw`'?(?<year>\d{4}|\d\d)`;

/** `UK` marks an unknown part. */
const FORMS = [
  // 2024-3-5, 2024/03, 2024. 3. 5., 2024年3月5日, 2024-03-UK
  String.raw`(?<year>\d{4})\s*[-/.年년]\s*(?<month>\d{1,2}|UK)\s*[月월.]?\s*(?:[-/ ]?\s*(?<day>(?<=\D)(?:\d{1,2}|UK))\s*[日일.]?)?${TIME}`,
  // UK-UK-2024
  String.raw`UK[-/. ]?UK[-/. ]?(?<year>\d{4})`,
  // 2024UKUK, 202403UK
  String.raw`(?<year>\d{4})(?<month>\d\d|UK)?UK`,
  // 20240305 14:30
  String.raw`(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?=[T ])${TIME}`,
  // 2024年
  String.raw`(?<year>\d{4})\s*[年년]`,
  // 2024-MAR-05, 2024 March
  String.raw`(?<year>\d{4})[-/. ]*${LETTERS}[-/. ]*(?<day>\d{1,2}|UK)?${TIME}`,
  // 05-MAR-2024, 5 March 24, 05MAR2024, UK-MAR-2024, Mar 2024
  String.raw`(?:(?<day>\d{1,2}|UK)[-/. ]*)?${LETTERS}[-/. ,]*${YEAR}${TIME}`,
  // 3/2024
  String.raw`(?<month>\d{1,2})[-/.](?<year>\d{4})`,
  // 25.3.2024, 3/25/2024: one of them cannot be a month
  String.raw`(?<day>1[3-9]|[23]\d)[-/. ]+(?<month>0?[1-9]|1[0-2])[-/. ]+(?<year>\d{4})${TIME}`,
  String.raw`(?<month>0?[1-9]|1[0-2])[-/. ]+(?<day>1[3-9]|[23]\d)[-/. ]+(?<year>\d{4})${TIME}`,
  // March 5, 2024
  String.raw`${LETTERS}[. ]+(?<day>\d{1,2}|UK),?\s+${YEAR}${TIME}`,
].map((form) => new RegExp(`^${form}$`));

const YEAR_LAST = /^\d{1,2}[-/. ]+\d{1,2}[-/. ]+\d{1,4}/;
/** 13/13/2024: neither number can be a month. */
const NO_MONTH = /^(?:(?:0{1,2}|1[3-9]|[2-9]\d)[-/. ]+){2}\d{4}(?!\d)/;
const UNKNOWN = /^(?:UK|UNK|UNKNOWN|不明|不詳|未知|모름|불명)(?:[-/. ]?UK)*$/;

/** Japanese years, in characters and with their initials. */
const ERAS: Record<string, number> = {
  令和: 2019,
  R: 2019,
  平成: 1989,
  H: 1989,
  昭和: 1926,
  S: 1926,
  大正: 1912,
};
const ERA_YEAR = /^(令和|平成|昭和|大正|[RHS](?=\d))\s*(\d{1,2}|元)(?=\s*[-/.年])/;

/**
 * The stored form of an entry: E2B's own (`20240305`), with unknown parts (`202403UK`, `2024UKUK`), year first
 * (`2024-3-5`, `2024. 3. 5.`, `2024年3月5日`, `令和6年3月5日`), month in letters (`05-MAR-2024`, `5 mar 24`, `March 5, 2024`), each with an
 * optional time (`14:30`, `오후 2:30`), or relative to `now` (`t-3`, `yesterday`, `-2w`). A known day in an unknown month counts
 * as a year, and two digits behind a month alone may be its day. Of day and month before the year, the one over 12 is the day; where both could be, the entry is rejected
 * as ambiguous.
 */
export function parseDateEntry(entry: string, now: ZonedNow): DateEntry {
  const text = inCapitals(entry).replace(ERA_YEAR, gregorian).replace(CLOCK, of24Hours);
  if (UNKNOWN.test(text)) return { ok: false, problem: 'unknown' };
  const relative = relativeDate(text, now);
  if (relative !== null) return stored(relative);
  const groups = FORMS.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
  if (!groups && NO_MONTH.test(text)) return { ok: false, problem: 'noSuchDay' };
  if (!groups && YEAR_LAST.test(text)) return { ok: false, problem: 'ambiguous' };
  if (!groups) return isShortDay(text, now) ? { ok: false, problem: 'malformed' } : stored(text);
  const month = monthOf(groups.month);
  if (month === null) return { ok: false, problem: 'malformed' };
  const { day = '', hour, minute = '', second = '', zone = '' } = groups;
  if (mayBeDay(text, groups)) return { ok: false, problem: 'ambiguous' };
  const year = wholeYear(groups.year ?? '', now);
  if (hour !== undefined && !(isKnown(month) && isKnown(day))) return { ok: false, problem: 'malformed' };
  const time =
    hour === undefined ? '' : two(hour) + minute + second + zone.replace('Z', '+0000').replace(':', '');
  if (!isKnown(month)) return stored(year);
  return stored(year + two(month) + (isKnown(day) ? two(day) : '') + time);
}

/** Whether an entry says a day by that of its writing: `today`, `-2w`. */
export const isRelativeEntry = (entry: string, now: ZonedNow): boolean =>
  relativeDate(inCapitals(entry), now) !== null;

/** An input method may give full-width digits, a word processor a dash of its own. */
const inCapitals = (entry: string): string =>
  entry.normalize('NFKC').trim().toUpperCase().replaceAll(DASH, '-');

const DASH = /[\u2010-\u2015\u2212]/g;

/** At the end: 14:30, 14時30分, 오후 2:30, 2:30 pm. What follows a sign is a time zone. */
const CLOCK =
  /(?:(?<half>오전|오후|午前|午後|上午|下午)\s*)?(?<![-+\d])(?<hour>\d{1,2})\s*[:時时시]\s*(?<minute>\d\d|\d(?=\s*[分분]))(?:\s*[:分분]\s*(?<second>\d\d|\d(?=\s*[秒초])))?\s*[分분秒초]?\s*(?<after>[AP]M)?$/;
const AFTERNOON = ['오후', '午後', '下午', 'PM'];
const NOON = 12;

/**
 * Two clocks of twelve hours, and words between the numbers, as one of 24 hours; an hour over twelve is one already. What
 * says morning of an hour over twelve contradicts itself, and stays as it is: it is no time.
 */
function of24Hours(...match: unknown[]): string {
  const { half, hour, minute, second, after } = match.at(-1) as Record<string, string | undefined>;
  const named = half ?? after;
  const shown = Number(hour);
  const isAfternoon = named !== undefined && AFTERNOON.includes(named);
  if (named !== undefined && !isAfternoon && shown > NOON) return String(match[0]);
  const hours = named === undefined || shown > NOON ? shown : (shown % NOON) + (isAfternoon ? NOON : 0);
  return ` ${[String(hours), minute, second].flatMap((part) => (part === undefined ? [] : two(part))).join(':')}`;
}

const gregorian = (_: string, era: string, year: string): string =>
  String((ERAS[era] ?? 0) + (year === '元' ? 1 : Number(year)) - 1);

const LAST_DAY = 31;

/** `Mar 12` may be a day of March or the March of a year; `Mar '12` and `Mar 98` may not. */
const mayBeDay = (text: string, { day, year = '' }: Record<string, string | undefined>): boolean =>
  day === undefined && year.length === 2 && Number(year) <= LAST_DAY && !text.includes("'");

const MAX_LIFE_YEARS = 120;

/**
 * `240305` may be a day whose year has two digits, and `202403` is a month of E2B: six digits are read as a month only where
 * its year is within a life of this one.
 */
const isShortDay = (text: string, now: ZonedNow): boolean =>
  /^\d{6}$/.test(text) && Math.abs(Number(text.slice(0, 4)) - thisYear(now)) > MAX_LIFE_YEARS;

const thisYear = ({ at, timeZone }: ZonedNow): number => Number(dayAt(at.getTime(), timeZone).slice(0, 4));

/** The century of a two-digit year that is not in the future: reports concern the past. */
function wholeYear(year: string, now: ZonedNow): string {
  if (year.length !== 2) return year;
  const century = Math.floor(thisYear(now) / 100);
  return Number(year) <= thisYear(now) % 100 ? `${century}${year}` : `${century - 1}${year}`;
}

const isKnown = (part: string): boolean => part !== '' && part !== 'UK';

const two = (digits: string): string => digits.padStart(2, '0');

/** The digits of a month given in digits or letters, '' without a month; null for unknown letters. */
function monthOf(month: string | undefined): string | null {
  if (month === undefined || month === 'UK') return '';
  if (/^\d/.test(month)) return month;
  const at = MONTHS.findIndex((names) => names.some((name) => name.startsWith(month)));
  return at === -1 ? null : String(at + 1);
}

function stored(text: string): DateEntry {
  const parsed = parseDate(text);
  return parsed.ok ? { ok: true, value: formatDate(parsed.date) } : parsed;
}
