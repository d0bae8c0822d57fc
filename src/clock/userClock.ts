/** Today and now as the user's settings have them: never those of the computer, whose clock and time zone may be others. */
import type { ZonedNow } from '../../shared/dates/zonedDay.ts';
import { serverNow } from './serverClock.ts';

let userTimeZone: string | null = null;

/** Sets the IANA time zone of the signed-in user. Until then it is that of the computer. */
export function setUserTimeZone(zone: string): void {
  userTimeZone = zone;
}

/** The first format of a page loads tables that take longer than all modules: no page waits for it before it is drawn. */
const computerTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export const userNow = (): ZonedNow => ({
  at: new Date(serverNow()),
  timeZone: userTimeZone ?? computerTimeZone(),
});
