/** Dates with their format code, which says how much of them is known. */
import { fitted, type DownRule } from '../downgrade.ts';
import { textOf, type UpRule } from '../upgrade.ts';
import { wordOf } from './texts.ts';

const DIGITS: Record<string, number> = { '602': 4, '610': 6, '102': 8, '202': 10, '203': 12, '204': 14 };
const FORMATS = new Map(Object.entries(DIGITS).map(([format, digits]) => [digits, format]));

/** `CCYYMMDDhhmmss` as far as it is known, of a date in digits or with separators; null for what is no date. */
function digitsOf(text: string): string | null {
  const iso = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2}))?.*)?)?$/.exec(
    text,
  );
  const digits = iso
    ? iso
        .slice(1)
        .filter((part) => part !== undefined)
        .map((part) => part.padStart(2, '0'))
        .join('')
    : text.replace(/[\s:]/g, '');
  const [, year = '', month, day, hour, minute, second] =
    /^(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?$/.exec(digits) ?? [];
  if (year === '' || year === '0000') return null;
  // 00 is written for what is not known
  if (month === undefined || month === '00') return year;
  if (Number(month) > 12) return null;
  if (day === undefined || day === '00') return year + month;
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (Number(day) > last) return null;
  if ([hour, minute, second].some((part, at) => Number(part ?? 0) > (at === 0 ? 23 : 59))) return null;
  return digits;
}

export const dateUp: UpRule = (up, leaf, place) => {
  const { element: name, to = '', also = [], format = '', empty, time } = leaf;
  const element = up.child(place, name);
  const formatElement = up.child(place, format);
  const text = textOf(element);
  if (text === '') {
    if (empty) up.set(to, place.rows, null, empty);
    // a format without a date
    return up.use(formatElement);
  }
  const digits = digitsOf(text);
  if (digits === null) {
    up.refuse(element, 'notUnderstood');
    return up.refuse(formatElement, 'notUnderstood');
  }
  const value = time ? withTime(digits, up.headerText(time)) : digits;
  if ([to, ...also].map((item) => up.set(item, place.rows, value))[0] === false)
    return up.refuse(element, 'second');
  up.use(element, formatElement);
  if (value !== digits && !value.startsWith(digits + up.headerText(time ?? '').slice(8, 14)))
    up.note('timeAdded', to, place.rows, element, [text, value]);
  const code = textOf(formatElement);
  const isStrange = code !== '' && DIGITS[code] !== digits.length;
  if (isStrange || digits !== text)
    up.note('dateFormat', to, place.rows, element, [`${text}${isStrange ? ` (${code})` : ''}`, value]);
};

/** The time of the message where both are of one day, else midnight. */
function withTime(digits: string, sent: string): string {
  if (digits.length !== 8) return digits;
  const isSame = sent.startsWith(digits) && /^\d{14}$/.test(sent);
  return isSame ? sent : `${digits}000000`;
}

export const dateDown: DownRule = (down, leaf, place) => {
  const { to = '', also = [], format = '', digits: limit = 8, pad } = leaf;
  const value = down.take(to, place.rows);
  for (const item of also) down.take(item, place.rows);
  if (value?.nullFlavor && value.nullFlavor === leaf.empty) return undefined;
  const text = wordOf(down, leaf, value);
  const [known = ''] = /^\d+/.exec(text) ?? [];
  if (known === '') {
    if (text !== '') down.lose('noPlace', to, place.rows, place, [text, '']);
    return fitted(down, leaf, place, '');
  }
  const cut = known.slice(0, limit);
  const even =
    FORMATS.has(cut.length) && (cut.length !== 10 || limit === 14)
      ? cut
      : cut.slice(0, cut.length > 8 ? 8 : cut.length);
  const written = pad ? padded(even, limit) : even;
  if (written.length > even.length && even.length < 8)
    down.lose('datePadded', to, place.rows, place, [known, written]);
  // fractions of a second and time zones, too
  else if (even !== text) down.lose('timeCut', to, place.rows, place, [text, written]);
  place.parts.set(format, FORMATS.get(written.length) ?? '102');
  return written;
};

const padded = (digits: string, limit: number): string =>
  digits + (limit === 14 ? '00000101000000' : '00000101').slice(digits.length);
