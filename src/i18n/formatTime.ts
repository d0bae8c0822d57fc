/** The one formatter of times and dates. Stored times are UTC; people see their own zone. */
import dayjs from 'dayjs';
import 'dayjs/locale/ja';
import 'dayjs/locale/ko';
import 'dayjs/locale/zh';
import relativeTime from 'dayjs/plugin/relativeTime';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';
import type { Language } from './languages.ts';

dayjs.extend(utc);
dayjs.extend(timezone);
dayjs.extend(relativeTime);

/** `2026-01-31 18:05:09 UTC+9` in an IANA zone, from an ISO time in UTC. Never without its zone: who reads it may be in another. */
export const formatTime = (iso: string, timeZone: string): string => zoned(iso, timeZone, 'HH:mm:ss');

/** The same without seconds. */
export const formatMinute = (iso: string, timeZone: string): string => zoned(iso, timeZone, 'HH:mm');

function zoned(iso: string, timeZone: string, time: string): string {
  const at = dayjs(iso).tz(timeZone);
  return `${at.format(`YYYY-MM-DD ${time}`)} ${offsetName(at.format('Z'))}`;
}

/** `UTC+9` for `+09:00`: shorter than the name of the zone, and in no language. */
const offsetName = (offset: string): string =>
  offset === '+00:00' ? 'UTC' : `UTC${offset.replace(/^([+-])0/, '$1').replace(':00', '')}`;

/** `3 hours ago`, in a language. */
export const timeAgo = (iso: string, now: number, language: Language): string =>
  dayjs(iso).locale(language).from(dayjs(now));

/**
 * A stored date of a case (`YYYY[MM[DD[HHmm[ss]]]]`, perhaps with zone) as people read it: `2026`, `2026-01`,
 * `2026-01-31`, `2026-01-31 18:05`. A text of another form is shown as it is.
 */
export function formatDate(stored: string): string {
  const parts = /^(\d{4})(\d{2})?(\d{2})?(?:(\d{2})(\d{2})(\d{2})?)?(?:\.\d+)?([+-]\d{4})?$/.exec(stored);
  if (!parts) return stored;
  const [, year, month, day, hour, minute, second, zone] = parts;
  const date = [year, month, day].filter(Boolean).join('-');
  const time = [hour, minute, second].filter(Boolean).join(':');
  return [date, time, zone].filter(Boolean).join(' ');
}
