/** The calls of the settings. */
import type { FastifyInstance } from 'fastify';
import {
  exportSettingsAudit,
  listSettingsAudit,
  readLogo,
  readSettings,
  readWorkflowSettings,
  saveLogo,
  saveMailSettings,
  saveSettings,
  saveSettingsPart,
  saveWorkflowSettings,
} from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { mountList } from '../../lists/mountList.ts';
import {
  changeLogo,
  changeMail,
  changePart,
  changeSettings,
  logoOf,
  settingsOf,
} from './settings.service.ts';
import { settingsAuditList } from './settingsAuditList.ts';
import { changeWorkflow, workflowSettingsOf } from './workflowSettings.service.ts';

export function settingsRoutes(app: FastifyInstance): void {
  mount(app, readSettings, ({ deps, user }) => settingsOf(deps, user));
  mount(app, saveSettings, ({ deps, user, body, request }) =>
    changeSettings(deps, { user, requestId: request.id }, body),
  );
  mount(app, saveSettingsPart, ({ deps, user, params, body, request }) =>
    changePart(deps, { user, requestId: request.id }, params.part, body),
  );
  mount(app, saveMailSettings, ({ deps, user, body, request }) =>
    changeMail(deps, { user, requestId: request.id }, body),
  );
  mount(app, readWorkflowSettings, ({ deps, user }) => workflowSettingsOf(deps, user));
  mount(app, saveWorkflowSettings, ({ deps, user, body, request }) =>
    changeWorkflow(deps, { user, requestId: request.id }, body),
  );
  mount(app, readLogo, ({ deps, user }) => logoOf(deps, user));
  mount(app, saveLogo, ({ deps, user, body, request }) =>
    changeLogo(deps, { user, requestId: request.id }, body),
  );
  mountList(app, listSettingsAudit, exportSettingsAudit, settingsAuditList, 'sponsorKey');
}
