/** Today and now as the user's settings have them: never those of the computer, whose clock and time zone may be others. */
import type { ZonedNow } from '../../shared/dates/zonedDay.ts';
import { serverNow } from './serverClock.ts';

let timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Sets the IANA time zone of the signed-in user. Until then it is that of the computer. */
export function setUserTimeZone(zone: string): void {
  timeZone = zone;
}

export const userNow = (): ZonedNow => ({ at: new Date(serverNow()), timeZone });
