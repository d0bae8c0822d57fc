/** The calls of the settings. */
import type { FastifyInstance } from 'fastify';
import {
  exportSettingsAudit,
  listSettingsAudit,
  readIdfOptions,
  readLogo,
  readNotationOptions,
  readOrderingOptions,
  readOrientationOptions,
  readSettings,
  readWorkflowOptions,
  readWorkflowSettings,
  saveLogo,
  saveMailSettings,
  saveSettings,
  saveSettingsPart,
  saveWorkflowSettings,
  SETTINGS_TRAILS,
} from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { answerList } from '../../lists/answerList.ts';
import { exportList } from '../../lists/exportList.ts';
import { mountList } from '../../lists/mountList.ts';
import {
  changeLogo,
  changeMail,
  changePart,
  changeSettings,
  logoOf,
  settingsOf,
} from './settings.service.ts';
import { choiceOptions, idfOptions, workflowOptions } from './settingsOptions.service.ts';
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
  namedTrails(app);
  mount(app, readNotationOptions, choiceOptions('reports', 'notation'));
  mount(app, readOrientationOptions, choiceOptions('reports', 'orientation'));
  mount(app, readOrderingOptions, choiceOptions('reports', 'ordering'));
  mount(app, readIdfOptions, idfOptions);
  mount(app, readWorkflowOptions, workflowOptions);
}

/** The list of all changes and its file, narrowed by each name of the specification. */
function namedTrails(app: FastifyInstance): void {
  for (const { list, file, setting } of SETTINGS_TRAILS) {
    const narrowed = <Query>({
      params,
      query,
    }: {
      params: { sponsorKey: number; id?: string };
      query: Query;
    }) => ({
      ...query,
      setting: setting(params.id ?? ''),
    });
    mount<typeof list>(app, list, (context) =>
      answerList(context.deps, { ...context, of: context.sponsorKey }, settingsAuditList, narrowed(context)),
    );
    mount<typeof file>(app, file, (context) =>
      exportList(context.deps, { ...context, of: context.sponsorKey }, settingsAuditList, narrowed(context)),
    );
  }
}
