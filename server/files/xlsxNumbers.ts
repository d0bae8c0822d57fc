/** How the numbers in spreadsheets are shown: as dates, as shares, or with zeros in front of them. */
import type { TableCell } from '../../shared/text/table.ts';

/** What a format shows of a moment. */
interface ShownMoment {
  year: boolean;
  month: boolean;
  day: boolean;
}

/** What a cell style makes of a number; a style without any of them shows its digits. */
export interface NumberStyle {
  moment?: ShownMoment;
  /** a length of time, in which hours go on after 24 */
  isElapsed?: boolean;
  isShare?: boolean;
  /** characters from the left, `PLACE` for a digit: of `"P-"000` two of them and three places */
  pattern?: readonly string[];
  /** the same of a negative number, whose sign it has if it shows one */
  negative?: readonly string[];
}

const WHOLE_DAY: ShownMoment = { year: true, month: true, day: true };
const CLOCK: ShownMoment = { year: false, month: false, day: false };

/** Formats that every spreadsheet knows by number (ECMA-376 18.8.30). Those of East Asia differ by language. */
function builtInStyle(id: number): NumberStyle {
  if (id === 9 || id === 10) return { isShare: true };
  if (id === 16) return { moment: { ...WHOLE_DAY, year: false } };
  if (id === 17) return { moment: { ...WHOLE_DAY, day: false } };
  if (id === 46) return { isElapsed: true };
  if ((id >= 18 && id <= 21) || id === 45 || id === 47) return { moment: CLOCK };
  const isDay = id === 14 || id === 15 || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
  return isDay ? { moment: WHOLE_DAY } : {};
}

/** Its first section, without quoted texts, brackets such as [Red], escaped characters and spaces of the width of another. */
const bareFormat = (code: string): string =>
  (code.replaceAll(/"[^"]*"|\[(?!h+\]|m+\]|s+\])[^\]]*\]|[\\_*]./gi, '').split(';')[0] ?? '').toLowerCase();

/** A place of a digit, a fixed text, or any other sign of a format; what is in brackets or wide spaces shows nothing. */
const SIGN = /\[[^\]]*\]|[_*][\s\S]|"([^"]*)"|\\([\s\S])|([\s\S])/g;

/** The characters of each section of a format: of positive numbers, of negative ones, of zero, of texts. */
function sectionsOf(code: string): RegExpExecArray[][] {
  const sections: RegExpExecArray[][] = [[]];
  for (const found of code.matchAll(SIGN))
    if (found[3] === ';') sections.push([]);
    else sections.at(-1)?.push(found);
  return sections;
}

/** The pattern of a section for whole numbers with places for zeros in front, such as `000-000` or `"P-"000`; null for any other one. */
function patternOf(section: readonly RegExpExecArray[] = []): string[] | null {
  const pattern: string[] = [];
  for (const [whole, quoted, escaped, sign] of section) {
    // it depends on the number which of several it is
    if (/^\[[<>=]/.test(whole)) return null;
    if (sign === '0') pattern.push(PLACE);
    else if (sign !== undefined && !/[-() ]/.test(sign)) return null;
    else pattern.push(...(quoted ?? escaped ?? sign ?? ''));
  }
  return /0{2}|0[^0]+0/.test(bareFormat(section.map(([whole]) => whole).join(''))) ? pattern : null;
}
const PLACE = '\0';

/** Characters of a format that programs write; a longer one was made to take long. */
const MAX_FORMAT = 255;

/** `m` beside hours or seconds are minutes; the other letters of years are those of eras. */
function styleOf(code: string): NumberStyle {
  const [pattern, negative] = sectionsOf(code.slice(0, MAX_FORMAT)).map(patternOf);
  if (pattern) return { pattern, ...(negative && { negative }) };
  const format = bareFormat(code.slice(0, MAX_FORMAT)).replaceAll(/am\/pm|a\/p|general/g, '');
  if (format.includes('%')) return { isShare: true };
  if (/\[[hms]/.test(format)) return { isElapsed: true };
  if (!/[dmyhs]/.test(format)) return {};
  const days = format.replaceAll(/h[^a-z]*m+|m+[^a-z]*s/g, '');
  return { moment: { year: /[yeb]/.test(days), month: days.includes('m'), day: days.includes('d') } };
}

/** Follows the elements of `styles.xml`; `styles` has an entry for each cell style. */
export function numberStyles() {
  const own = new Map<number, NumberStyle>();
  const styles: NumberStyle[] = [];
  let inCellStyles = false;
  return {
    styles,
    open: (local: string, attributes: Readonly<Record<string, string>>) => {
      const id = Number(attributes['numFmtId'] ?? 0);
      if (local === 'numFmt') own.set(id, styleOf(attributes['formatCode'] ?? ''));
      if (local === 'cellXfs') inCellStyles = true;
      if (local === 'xf' && inCellStyles) styles.push(own.get(id) ?? builtInStyle(id));
    },
    close: (local: string) => {
      if (local === 'cellXfs') inCellStyles = false;
    },
  };
}

/** A number is stored with all digits of its binary form; no exponent, however small it is. */
const DIGITS = new Intl.NumberFormat('en', {
  maximumSignificantDigits: 15,
  useGrouping: false,
  signDisplay: 'negative',
});

/** Programs keep 15 digits of a number. A longer one with few digits before its zeros was typed so, or as `1E+20`. */
const isRounded = (number: number): boolean =>
  Math.abs(number) >= 1e15 && DIGITS.format(Math.abs(number)).replace(/0+$/, '').length > MAX_ROUND;
const MAX_ROUND = 10;

/** A number as its cell shows it, but with all of its digits. */
export function shownNumber(
  number: number,
  { moment, isElapsed, isShare, pattern, negative }: NumberStyle,
  is1904: boolean,
): TableCell {
  if (isElapsed) return number < 0 ? { unread: 'errorValue' } : shownElapsed(number);
  if (moment)
    return isDayless(number, moment, is1904) ? { unread: 'errorValue' } : shownMoment(number, moment, is1904);
  if (isRounded(number)) return { unread: 'rounded' };
  if (isShare) return `${DIGITS.format(number * 100)}%`;
  if (!pattern || !Number.isInteger(number)) return DIGITS.format(number);
  if (number >= 0) return inPattern(number, pattern);
  return negative ? inPattern(number, negative) : `-${inPattern(number, pattern)}`;
}

/** Digits without a sign fill their places from the right; those that are too many are before the first place. */
function inPattern(number: number, pattern: readonly string[]): string {
  const places = pattern.filter((sign) => sign === PLACE).length;
  const digits = [...DIGITS.format(Math.abs(number)).padStart(places, '0')];
  const before = digits.splice(0, digits.length - places).join('');
  const first = pattern.indexOf(PLACE);
  const shown = pattern.map((sign, at) =>
    sign === PLACE ? `${at === first ? before : ''}${digits.shift() ?? ''}` : sign,
  );
  return shown.join('');
}

/** Before day 1, which programs show as an error, or as day 0 of a month. */
const isDayless = (serial: number, { day }: ShownMoment, is1904: boolean): boolean =>
  serial < 0 || (day && !is1904 && serial < 1);

/** `36:00` of a day and a half, whether the format counts hours, minutes or seconds. */
function shownElapsed(days: number): TableCell {
  const seconds = Math.round(days * 86_400);
  if (!Number.isSafeInteger(seconds)) return { unread: 'rounded' };
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts.slice(0, seconds % 60 === 0 ? 2 : 3);
  return shown.map((part) => String(part).padStart(2, '0')).join(':');
}

const DAY_MS = 86_400_000;
/** Day 0: serial 60 is 29 February 1900, which was no day, so that later days count from a day earlier. */
const DAY_0 = Date.UTC(1899, 11, 30);
const DAY_0_OF_1904 = Date.UTC(1904, 0, 1);

/**
 * `2024-03-05`, with the time if there is one: `2024-03-05 14:30`. What the format does not show was made up by the program
 * where a person typed less: `2024-03` of a month, `03-05` of a day without a year.
 */
function shownMoment(serial: number, { year, month, day }: ShownMoment, is1904: boolean): string {
  const before = !is1904 && serial < 60 ? 1 : 0;
  const time = (is1904 ? DAY_0_OF_1904 : DAY_0) + Math.round((serial + before) * 86_400) * 1000;
  if (!(Math.abs(time) < 100_000_000 * DAY_MS)) return String(serial);
  const [date = '', clock = ''] = new Date(time).toISOString().split('T');
  const minutes = clock.slice(0, clock.slice(6, 8) === '00' ? 5 : 8);
  if (!year && !month && !day) return minutes;
  const shown = [year && date.slice(0, -6), month && date.slice(-5, -3), day && date.slice(-2)];
  const text = shown.filter((part) => part !== false).join('-');
  return serial % 1 === 0 || !day ? text : `${text} ${minutes}`;
}
