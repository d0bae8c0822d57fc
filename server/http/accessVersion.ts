/** Names what a user may see now, so that an open page notices that it has changed. */
import { createHash } from 'node:crypto';
import type { SessionUser } from './session.ts';

/** Begins with the sponsor key and a dot; see `accessVersion` of the session. */
export function accessVersionOf(user: SessionUser): string {
  const { sponsorKey, privileges, systemAdmin, takesPart, unblind, hidden, timeZone, settingsAt, view } =
    user;
  const { asksUnblinding, readOnlyItems, senderKeys, productKeys, studyKeys } = user;
  const seen = [
    privileges,
    systemAdmin,
    takesPart,
    unblind,
    asksUnblinding,
    hidden,
    readOnlyItems,
    timeZone,
    settingsAt,
    senderKeys,
    productKeys,
    studyKeys,
  ];
  const text = JSON.stringify([...seen, view && [view.name, view.since, view.supportUntil, view.lacking]]);
  return `${sponsorKey}.${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`;
}
