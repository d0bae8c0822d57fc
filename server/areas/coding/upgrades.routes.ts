/** The calls of upgrades of dictionaries. */
import type { FastifyInstance } from 'fastify';
import * as calls from '../../../shared/contract/dictionaryUpgrades.ts';
import { mount } from '../../http/mount.ts';
import { mountList } from '../../lists/mountList.ts';
import { approve, decide, suggest } from './upgradeDecisions.service.ts';
import { upgradeTexts } from './upgradeList.ts';
import { begin, command, read, schedule, upgradesOf } from './upgrades.service.ts';

export function upgradeRoutes(app: FastifyInstance): void {
  mountList(app, calls.listUpgradeTexts, calls.exportUpgradeTexts, upgradeTexts, 'upgradeKey');
  mount(app, calls.listUpgrades, (call) => upgradesOf(call.deps, call));
  mount(app, calls.beginUpgrade, (call) =>
    begin(call.deps, { user: call.user, requestId: call.request.id }, call.body),
  );
  mount(app, calls.readUpgrade, (call) => read(call.deps, call, call.params.upgradeKey));
  mount(app, calls.decideUpgradeTexts, (call) => decide(call.deps, call, call.params.upgradeKey, call.body));
  mount(app, calls.approveUpgradeTexts, (call) =>
    approve(call.deps, call, call.params.upgradeKey, call.body),
  );
  mount(app, calls.suggestUpgradeCodes, (call) => suggest(call.deps, call, call.params));
  const by = (call: { user: Parameters<typeof schedule>[1]['user']; request: { id: string } }) => ({
    user: call.user,
    requestId: call.request.id,
  });
  mount(app, calls.scheduleUpgrade, (call) =>
    schedule(call.deps, by(call), call.params.upgradeKey, call.body),
  );
  mount(app, calls.postponeUpgrade, (call) =>
    command(call.deps, by(call), call.params.upgradeKey, () => ({ type: 'upgrade.postponed' })),
  );
  mount(app, calls.refreshUpgrade, (call) =>
    command(call.deps, by(call), call.params.upgradeKey, () => ({ type: 'upgrade.refreshed' })),
  );
  mount(app, calls.cancelUpgrade, (call) =>
    command(call.deps, by(call), call.params.upgradeKey, () => ({ type: 'upgrade.cancelled' })),
  );
}
