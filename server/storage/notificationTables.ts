/** Tables of notifications. */
import type { Generated, JSONColumnType } from 'kysely';
import type { NotificationKind, NotificationRules } from '../../shared/notifications/notifications.ts';

export interface NotificationTables {
  notification_rules: {
    sponsor_key: number;
    user_key: number;
    rules: JSONColumnType<NotificationRules>;
  };
  /** What waits for a user. */
  notification: {
    sponsor_key: number;
    user_key: number;
    notification_key: Generated<number>;
    kind: NotificationKind;
    subject: string;
    facts: JSONColumnType<Record<string, string | number | Record<string, string>>>;
    path: string;
    news_at: Date;
    at: Date;
    read_at: Date | null;
    mailed_at: Date | null;
  };
}
