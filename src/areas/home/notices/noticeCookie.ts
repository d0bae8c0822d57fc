/**
 * Cookies for dismissed popup notices (specification section 4): `NOTICE_POPUP_{country}_{sponsorKey}` has the key of
 * the notice and expires when the notice may appear again. A second notice of the same country has a cookie of its
 * own, `..._2`, with its own expiry.
 */
import type { Remind } from '../../../../machines/notice-popup/noticePopup.machine.ts';
import { dayAfter, dayAt, startOfDay } from '../../../../shared/dates/zonedDay.ts';

export interface PoppedUp {
  noticeKey: number;
  /** ISO 3166, or ALL */
  country: string;
  /** last day of its effect, `YYYYMMDD`; null: it never ends */
  expireDate: string | null;
}

/** Browsers cut this short, some to 400 days. */
const NEVER_MS = 10 * 365 * 86_400_000;

const nameOf = ({ country }: PoppedUp, sponsorKey: number): string => `NOTICE_POPUP_${country}_${sponsorKey}`;

/** Number of the cookie (1: the one without a number) and the key of the notice in it. */
function remembered(cookies: string, name: string): Map<number, string> {
  const found = cookies.split(';').flatMap((cookie): [number, string][] => {
    const [, cookieName = '', value = ''] = /^\s*([^=]*)=(.*)$/.exec(cookie) ?? [];
    if (cookieName === name) return [[1, value]];
    const [, number] = new RegExp(`^${name}_(\\d+)$`).exec(cookieName) ?? [];
    return number ? [[Number(number), value]] : [];
  });
  return new Map(found);
}

/** Has the notice been dismissed by a cookie in `document.cookie`? */
export const isDismissed = (cookies: string, notice: PoppedUp, sponsorKey: number): boolean =>
  [...remembered(cookies, nameOf(notice, sponsorKey)).values()].includes(String(notice.noticeKey));

/** When a dismissed notice may appear again: at the user's next midnight, or after its last day. */
export function dismissedUntil(
  { expireDate }: PoppedUp,
  remind: Remind,
  { now, timeZone }: { now: number; timeZone: string },
): number {
  if (remind === 'tomorrow') return startOfDay(dayAfter(dayAt(now, timeZone)), timeZone);
  return expireDate === null ? now + NEVER_MS : startOfDay(dayAfter(expireDate), timeZone);
}

/** The cookie to write to `document.cookie`. It has `max-age`, as the browser's clock may be wrong. */
export function reminderCookie(
  notice: PoppedUp,
  remind: Remind,
  world: { cookies: string; sponsorKey: number; now: number; timeZone: string },
): string {
  const name = nameOf(notice, world.sponsorKey);
  const cookies = remembered(world.cookies, name);
  const own = [...cookies].find(([, key]) => key === String(notice.noticeKey))?.[0];
  let number = own ?? 1;
  while (own === undefined && cookies.has(number)) number += 1;
  const seconds = Math.ceil((dismissedUntil(notice, remind, world) - world.now) / 1000);
  const slot = number === 1 ? name : `${name}_${number}`;
  return `${slot}=${notice.noticeKey}; path=/; max-age=${seconds}; samesite=lax`;
}
