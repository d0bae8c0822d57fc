import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayAfter, dayAt } from '../../../../shared/dates/zonedDay.ts';
import { isDismissed, dismissedUntil, reminderCookie, type PoppedUp } from './noticeCookie.ts';

const notice: PoppedUp = { noticeKey: 7, country: 'KR', expireDate: '20260310' };
const SEOUL = 'Asia/Seoul';
/** 23:30 in Seoul, still the morning in New York */
const NOW = Date.parse('2026-03-04T14:30:00Z');
const world = { cookies: '', sponsorKey: 3, now: NOW, timeZone: SEOUL };

it.each([
  ['tomorrow', SEOUL, '2026-03-04T15:00:00.000Z'],
  ['tomorrow', 'America/New_York', '2026-03-05T05:00:00.000Z'],
  // the clocks were put forward in between
  ['tomorrow', 'America/Los_Angeles', '2026-03-05T08:00:00.000Z'],
  ['never', SEOUL, '2026-03-10T15:00:00.000Z'],
  ['never', 'America/Los_Angeles', '2026-03-11T07:00:00.000Z'],
] as const)('keeps away with the tick of %s in %s until %s', (remind, timeZone, until) => {
  expect(new Date(dismissedUntil(notice, remind, { now: NOW, timeZone })).toISOString()).toBe(until);
});

it('keeps away for years where the notice never ends', () => {
  const until = dismissedUntil({ ...notice, expireDate: null }, 'never', world);
  expect(new Date(until).getUTCFullYear()).toBeGreaterThan(2034);
});

it('is the cookie of country and sponsor, with the key of the notice', () => {
  expect(reminderCookie(notice, 'tomorrow', world)).toBe(
    'NOTICE_POPUP_KR_3=7; path=/; max-age=1800; samesite=lax',
  );
});

describe('what is kept away', () => {
  it.each([
    ['the same notice', notice, 3, true],
    ['another notice', { ...notice, noticeKey: 8 }, 3, false],
    ['the notice of another country', { ...notice, country: 'ALL' }, 3, false],
    ['the notice at another sponsor', notice, 31, false],
  ] as const)('%s: %o', (_what, shown, sponsorKey, away) => {
    expect(isDismissed('a=7; NOTICE_POPUP_KR_3=7; NOTICE_POPUP_KR_3_x=8', shown, sponsorKey)).toBe(away);
  });

  it('gives a second notice a cookie of its own, and the same one the same again', () => {
    const cookies = 'NOTICE_POPUP_KR_3=7; NOTICE_POPUP_KR_3_3=9';
    const slot = (noticeKey: number) =>
      reminderCookie({ ...notice, noticeKey }, 'never', { ...world, cookies }).split('=')[0];
    expect([7, 8, 9].map(slot)).toEqual(['NOTICE_POPUP_KR_3', 'NOTICE_POPUP_KR_3_2', 'NOTICE_POPUP_KR_3_3']);
  });
});

/** As much of a browser as keeps cookies, on a clock that is put forward. */
function cookieJar() {
  const jar = new Map<string, { value: string; until: number }>();
  return {
    set(cookie: string, now: number) {
      const [, name = '', value = '', age = ''] = /^([^=]+)=([^;]*);.*max-age=(\d+)/.exec(cookie) ?? [];
      jar.set(name, { value, until: now + Number(age) * 1000 });
    },
    at: (now: number) =>
      [...jar].flatMap(([name, { value, until }]) => (until > now ? [`${name}=${value}`] : [])).join('; '),
  };
}

it('keeps every notice away until its own end and no longer, whatever was closed when', () => {
  const HOUR = 3_600_000;
  const zones = fc.constantFrom(SEOUL, 'America/New_York', 'Africa/Cairo', 'UTC');
  const closings = fc.array(
    fc.record({
      noticeKey: fc.integer({ min: 1, max: 4 }),
      remind: fc.constantFrom('tomorrow' as const, 'never' as const),
      later: fc.integer({ min: 0, max: 30 }),
    }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(zones, closings, (timeZone, closed) => {
      const jar = cookieJar();
      const ends = new Map<number, number>();
      let now = NOW;
      const holdsAt = (moment: number) => {
        for (const noticeKey of [1, 2, 3, 4])
          expect(isDismissed(jar.at(moment), { ...notice, noticeKey }, 3)).toBe(
            (ends.get(noticeKey) ?? 0) > moment,
          );
      };
      for (const { noticeKey, remind, later } of closed) {
        now += later * HOUR;
        holdsAt(now);
        const shown = { ...notice, noticeKey, expireDate: dayAfter(dayAt(now, timeZone), noticeKey) };
        const cookies = jar.at(now);
        if (isDismissed(cookies, shown, 3)) continue;
        jar.set(reminderCookie(shown, remind, { cookies, sponsorKey: 3, now, timeZone }), now);
        ends.set(noticeKey, dismissedUntil(shown, remind, { now, timeZone }));
      }
      for (const end of ends.values()) {
        if (end <= now) continue;
        holdsAt(end - 1);
        holdsAt(end);
      }
    }),
  );
});
