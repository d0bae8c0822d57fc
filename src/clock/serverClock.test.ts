import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteServerTime, serverNow } from './serverClock.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toUTCString();

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  noteServerTime(minutesAgo(0), NOW);
});
afterEach(() => vi.useRealTimers());

it("is the server's clock where this computer's is wrong", () => {
  noteServerTime(minutesAgo(7), NOW - 200);
  expect(serverNow()).toBe(NOW - 7 * 60_000);
});

it("is this computer's clock where they differ by less than an answer takes", () => {
  noteServerTime(new Date(NOW - 2000).toUTCString(), NOW - 200);
  expect(serverNow()).toBe(NOW);
});

it.each([
  ['no time', null, NOW],
  ['what is no time', 'soon', NOW],
  ['the time before this computer slept', minutesAgo(7), NOW - 7 * 60_000],
  ['the time before its clock was put back', minutesAgo(-7), NOW + 7 * 60_000],
])('does not go by an answer that tells %s', (_, date, requestedAt) => {
  noteServerTime(date, requestedAt);
  expect(serverNow()).toBe(NOW);
});
