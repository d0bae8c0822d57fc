/** What waits for the user, by the user's own rules (decision 0260). */
import { Type, type Static } from 'typebox';
import { MAIL_TIMES, NOTIFICATION_KINDS } from '../notifications/notifications.ts';
import { defineCall } from './call.ts';
import { Nullable, OneOf } from './common.ts';

const OfSponsor = Type.Object({ sponsorKey: Type.Integer() });
const Hour = Type.Integer({ minimum: 0, maximum: 23 });
const Kind = Type.Object({ on: Type.Boolean(), mail: OneOf(...MAIL_TIMES) });

export const MAX_DUE_DAYS = 90;

export const NotificationRules = Type.Object({
  kinds: Type.Object({
    due: Kind,
    assigned: Kind,
    stepTime: Kind,
    rejected: Kind,
    toDecide: Kind,
    sync: Kind,
    signIn: Kind,
    difference: Kind,
    accessReview: Kind,
    lastAdministrator: Kind,
  }),
  dueDays: Type.Integer({ minimum: 0, maximum: MAX_DUE_DAYS }),
  dueOfAll: Type.Boolean(),
  quiet: Type.Object({ from: Hour, to: Hour }),
  dailyAt: Hour,
});

export const Notification = Type.Object({
  notificationKey: Type.Integer(),
  kind: OneOf(...NOTIFICATION_KINDS),
  /** numbers, names and days for its words; of the name of a step, by language */
  facts: Type.Record(
    Type.String(),
    Type.Union([Type.String(), Type.Number(), Type.Record(Type.String(), Type.String())]),
  ),
  /** below the prefix of the main area */
  path: Type.String(),
  /** since when it waits */
  at: Type.String({ format: 'date-time' }),
  readAt: Nullable(Type.String({ format: 'date-time' })),
});
export type Notification = Static<typeof Notification>;

export const readNotifications = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/notifications',
  summary: 'What waits for the user now, the newest first, and how much of it was not read',
  access: 'session',
  params: OfSponsor,
  data: Type.Object({ listInfo: Type.Array(Notification), unread: Type.Integer() }),
});

export const markNotifications = defineCall({
  method: 'POST',
  path: '/1.0/sponsors/:sponsorKey/notifications/read',
  summary: 'Marks notifications of the user as read: one, or all',
  access: 'session',
  params: OfSponsor,
  body: Type.Object({ notificationKey: Nullable(Type.Integer()) }),
});

export const readNotificationRules = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/notification-rules',
  summary: "The user's rules of notifications, and whether mails reach the user",
  access: 'session',
  params: OfSponsor,
  data: Type.Object({
    rules: NotificationRules,
    /** null: the user has no address, or no mail server is set up */
    mailTo: Nullable(Type.String()),
  }),
});

export const saveNotificationRules = defineCall({
  method: 'PUT',
  path: '/1.0/sponsors/:sponsorKey/notification-rules',
  summary: "Changes the user's rules of notifications",
  access: 'session',
  params: OfSponsor,
  body: NotificationRules,
});
