/** The calls of notifications. */
import type { FastifyInstance } from 'fastify';
import {
  markNotifications,
  readNotificationRules,
  readNotifications,
  saveNotificationRules,
} from '../../../shared/contract/notifications.ts';
import { mount } from '../../http/mount.ts';
import { markNotificationsRead, notificationsOf, rulesOf, saveRules } from './notifications.service.ts';

export function notificationsRoutes(app: FastifyInstance): void {
  mount(app, readNotifications, ({ deps, user }) => notificationsOf(deps, user));
  mount(app, markNotifications, ({ deps, user, body }) =>
    markNotificationsRead(deps, user, body.notificationKey),
  );
  mount(app, readNotificationRules, ({ deps, user }) => rulesOf(deps, user));
  mount(app, saveNotificationRules, ({ deps, user, body }) => saveRules(deps, user, body));
}
