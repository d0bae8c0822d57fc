import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatDate, formatMinute, formatTime, timeAgo } from './formatTime.ts';

it('shows a time in the zone of the user, and names it', () => {
  const iso = '2026-01-31T15:05:09.123Z';
  expect(formatTime(iso, 'Asia/Seoul')).toBe('2026-02-01 00:05:09 UTC+9');
  expect(formatTime(iso, 'America/New_York')).toBe('2026-01-31 10:05:09 UTC-5');
  expect(formatTime('2026-07-31T15:05:09Z', 'America/New_York')).toBe('2026-07-31 11:05:09 UTC-4');
  expect(formatTime(iso, 'Asia/Kolkata')).toBe('2026-01-31 20:35:09 UTC+5:30');
  expect(formatTime(iso, 'UTC')).toBe('2026-01-31 15:05:09 UTC');
  expect(formatMinute(iso, 'Asia/Seoul')).toBe('2026-02-01 00:05 UTC+9');
});

it.each([
  ['en', '3 hours ago'],
  ['ko', '3시간 전'],
  ['ja', '3時間前'],
  ['zh', '3 小时前'],
] as const)('tells how long ago in %s', (language, words) => {
  expect(timeAgo('2026-01-01T00:00:00Z', Date.UTC(2026, 0, 1, 3), language)).toBe(words);
});

it.each([
  ['2026', '2026'],
  ['202601', '2026-01'],
  ['20260131', '2026-01-31'],
  ['202601311805', '2026-01-31 18:05'],
  ['20260131180509+0900', '2026-01-31 18:05:09 +0900'],
  ['about Easter', 'about Easter'],
  ['', ''],
])('shows the stored date %o as %o', (stored, shown) => {
  expect(formatDate(stored)).toBe(shown);
});

it('loses no digit of a stored date', () => {
  const digits = fc
    .constantFrom(4, 6, 8, 12, 14)
    .chain((length) => fc.stringMatching(new RegExp(`^\\d{${length}}$`)));
  const keepsDigits = (stored: string) => formatDate(stored).replace(/\D/g, '') === stored;
  fc.assert(fc.property(digits, keepsDigits));
});
