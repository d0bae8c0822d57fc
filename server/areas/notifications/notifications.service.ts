/** What waits for the user, and the rules of notifying the user (decision 0260). */
import type { DataOf, readNotificationRules, readNotifications } from '../../../shared/contract/index.ts';
import type { NotificationRules } from '../../../shared/notifications/notifications.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import type { MailWorld } from '../../mail/outbox.ts';
import {
  findNotifications,
  findRules,
  markRead,
  putRules,
  refreshNotifications,
} from '../../notifications/notifications.store.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { mailOf } from '../../questions/questions.store.ts';
import { inSponsor, readInSponsor, type DatabaseWorld } from '../../storage/database.ts';

type World = DatabaseWorld & ClockWorld;

/** Looks what waits now. Who sees the product as another user does sees what that user saw last. */
export async function notificationsOf(
  { db, clock, catalogue }: World & CatalogueWorld,
  user: SessionUser,
): Promise<DataOf<typeof readNotifications>> {
  const read = user.view === null ? inSponsor : readInSponsor;
  const found = await read(db, user.sponsorKey, async (trx) => {
    if (user.view === null) {
      const rules = await findRules(trx, user);
      const at = clock.now();
      await refreshNotifications(trx, { user, rules, at, timeZone: user.timeZone, catalogue });
    }
    return findNotifications(trx, user);
  });
  return {
    listInfo: found.map(({ notification_key, kind, facts, path, at, read_at }) => ({
      notificationKey: notification_key,
      kind,
      facts,
      path,
      at: at.toISOString(),
      readAt: read_at?.toISOString() ?? null,
    })),
    unread: found.filter(({ read_at }) => read_at === null).length,
  };
}

export const markNotificationsRead = (
  { db, clock }: World,
  user: SessionUser,
  notificationKey: number | null,
): Promise<void> =>
  inSponsor(db, user.sponsorKey, (trx) => markRead(trx, user, notificationKey, clock.now()));

export const rulesOf = (
  { db, clock, mail }: World & MailWorld,
  user: SessionUser,
): Promise<DataOf<typeof readNotificationRules>> =>
  readInSponsor(db, user.sponsorKey, async (trx) => ({
    rules: await findRules(trx, user),
    mailTo: mail === null ? null : await mailOf(trx, { ...user, at: clock.now() }),
  }));

export const saveRules = (
  { db }: DatabaseWorld,
  user: SessionUser,
  rules: NotificationRules,
): Promise<void> => inSponsor(db, user.sponsorKey, (trx) => putRules(trx, user, rules));
