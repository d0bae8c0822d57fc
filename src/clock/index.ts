export { noteServerTime, serverNow } from './serverClock.ts';
export { setUserTimeZone, userNow } from './userClock.ts';
