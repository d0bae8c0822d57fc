/** What users are notified of, by their own rules, and when a mail may go out (decision 0260). */
import { dayAfter, dayAt, startOfHour, timeAt } from '../dates/zonedDay.ts';

export const NOTIFICATION_KINDS = [
  'due',
  'assigned',
  'stepTime',
  'rejected',
  'toDecide',
  'sync',
  'signIn',
  'difference',
  'accessReview',
  'lastAdministrator',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** never; as soon as the quiet hours permit; once a day, all in one mail */
export const MAIL_TIMES = ['never', 'soon', 'daily'] as const;
export type MailTime = (typeof MAIL_TIMES)[number];

export interface NotificationRules {
  kinds: Record<NotificationKind, { on: boolean; mail: MailTime }>;
  /** reports that are due in so many days, and those that are overdue */
  dueDays: number;
  /** reports of all cases that the user sees; otherwise of their own and those of their roles */
  dueOfAll: boolean;
  /** no mail from one hour of the sponsor's day to the other; equal hours: at any time */
  quiet: { from: number; to: number };
  /** hour of the daily mail */
  dailyAt: number;
}

/** Of users who have set up none. */
export const USUAL_RULES: NotificationRules = {
  kinds: {
    due: { on: true, mail: 'daily' },
    assigned: { on: true, mail: 'daily' },
    stepTime: { on: true, mail: 'soon' },
    rejected: { on: true, mail: 'soon' },
    toDecide: { on: true, mail: 'soon' },
    sync: { on: true, mail: 'soon' },
    // administrators are mailed at once anyway, by the alarm
    signIn: { on: true, mail: 'never' },
    difference: { on: true, mail: 'daily' },
    accessReview: { on: true, mail: 'daily' },
    lastAdministrator: { on: true, mail: 'daily' },
  },
  dueDays: 3,
  dueOfAll: false,
  quiet: { from: 20, to: 7 },
  dailyAt: 7,
};

/** Rules that were stored before there was a kind have its usual rule. */
export const withAllKinds = (
  stored: Omit<NotificationRules, 'kinds'> & { kinds: Partial<NotificationRules['kinds']> },
): NotificationRules => ({ ...stored, kinds: { ...USUAL_RULES.kinds, ...stored.kinds } });

/** Where hours are read. */
interface ZonedMoment {
  at: Date;
  timeZone: string;
}

/** Whether no mail may go out now. */
export function isQuiet({ quiet: { from, to } }: NotificationRules, { at, timeZone }: ZonedMoment): boolean {
  const hour = Number(timeAt(at.getTime(), timeZone).slice(8, 10));
  return from <= to ? from <= hour && hour < to : hour >= from || hour < to;
}

/** The moment of the last daily mail: what waited by then belongs into it. */
export function lastDaily({ dailyAt }: NotificationRules, { at, timeZone }: ZonedMoment): Date {
  const today = dayAt(at.getTime(), timeZone);
  const ofDay = (day: string) => startOfHour(day, dailyAt, timeZone);
  const todays = ofDay(today);
  return new Date(todays <= at.getTime() ? todays : ofDay(dayAfter(today, -1)));
}

/** Whether a notification of the kind that waits since a moment is mailed now. */
export function isMailedNow(
  rules: NotificationRules,
  { kind, since }: { kind: NotificationKind; since: Date },
  now: ZonedMoment,
): boolean {
  const { on, mail } = rules.kinds[kind];
  if (!on || mail === 'never' || isQuiet(rules, now)) return false;
  return mail === 'soon' || since <= lastDaily(rules, now);
}
