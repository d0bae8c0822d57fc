/** The calls of the settings. */
import type { FastifyInstance } from 'fastify';
import { readSettings, readSettingsAudit, saveSettings } from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { auditOfSettings, changeSettings, settingsOf } from './settings.service.ts';

export function settingsRoutes(app: FastifyInstance): void {
  mount(app, readSettings, ({ deps, user }) => settingsOf(deps, user));
  mount(app, saveSettings, ({ deps, user, body, request }) =>
    changeSettings(deps, { user, requestId: request.id }, body),
  );
  mount(app, readSettingsAudit, ({ deps, user, query }) => auditOfSettings(deps, user, query));
}
