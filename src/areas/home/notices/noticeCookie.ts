/**
 * What a browser remembers of a notice that popped up (specification section 4): a cookie
 * `NOTICE_POPUP_{country}_{sponsorKey}` with the key of the notice, which lasts as long as the notice is to keep away. A
 * second notice of the same country stands in a cookie of its own, `..._2`: each has its own end.
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

/** Does a cookie of `document.cookie` keep the notice away? */
export const isKeptAway = (cookies: string, notice: PoppedUp, sponsorKey: number): boolean =>
  [...remembered(cookies, nameOf(notice, sponsorKey)).values()].includes(String(notice.noticeKey));

/** Until when a notice keeps away: the next midnight of the user, or the end of its last day. */
export function keptAwayUntil(
  { expireDate }: PoppedUp,
  remind: Remind,
  { now, timeZone }: { now: number; timeZone: string },
): number {
  if (remind === 'tomorrow') return startOfDay(dayAfter(dayAt(now, timeZone)), timeZone);
  return expireDate === null ? now + NEVER_MS : startOfDay(dayAfter(expireDate), timeZone);
}

/** The cookie to be written, for `document.cookie`. Its end is counted from now, for the browser's clock may be wrong. */
export function reminderCookie(
  notice: PoppedUp,
  remind: Remind,
  world: { cookies: string; sponsorKey: number; now: number; timeZone: string },
): string {
  const name = nameOf(notice, world.sponsorKey);
  const taken = remembered(world.cookies, name);
  const own = [...taken].find(([, key]) => key === String(notice.noticeKey))?.[0];
  let number = own ?? 1;
  while (own === undefined && taken.has(number)) number += 1;
  const seconds = Math.ceil((keptAwayUntil(notice, remind, world) - world.now) / 1000);
  const slot = number === 1 ? name : `${name}_${number}`;
  return `${slot}=${notice.noticeKey}; path=/; max-age=${seconds}; samesite=lax`;
}
