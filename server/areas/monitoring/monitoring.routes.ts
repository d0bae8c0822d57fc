/** The calls of monitoring. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/monitoring.ts';
import { mount } from '../../http/mount.ts';
import { mountList } from '../../lists/mountList.ts';
import { FIGURE_LISTS } from './figureLists.ts';
import { giveReason, lateReasons } from './lateReasons.service.ts';
import { inWords, pages, readFigures } from './monitoring.service.ts';
import { runList } from './runList.ts';
import { readRun, saveRun } from './runs.service.ts';

export function monitoringRoutes(app: FastifyInstance): void {
  const { dueReports, versions, steps, answers, openWork, planned, stepDays, technical } = FIGURE_LISTS;
  mountList(app, contract.listMonitoredReports, contract.exportMonitoredReports, dueReports);
  mountList(app, contract.listMonitoredVersions, contract.exportMonitoredVersions, versions);
  mountList(app, contract.listMonitoredSteps, contract.exportMonitoredSteps, steps);
  mountList(app, contract.listMonitoredAnswers, contract.exportMonitoredAnswers, answers);
  mountList(app, contract.listMonitoredOpenWork, contract.exportMonitoredOpenWork, openWork);
  mountList(app, contract.listMonitoredPlan, contract.exportMonitoredPlan, planned);
  mountList(app, contract.listMonitoredStepDays, contract.exportMonitoredStepDays, stepDays);
  mountList(app, contract.listMonitoredTechnical, contract.exportMonitoredTechnical, technical);
  mountList(app, contract.listMonitoringRuns, contract.exportMonitoringRuns, runList);
  mount(app, contract.readMonitoringPages, ({ deps, user, language }) => pages(deps, user, language));
  mount(app, contract.describeFigure, (call) => inWords(call.deps, call, call.query));
  mount(app, contract.readMonitoring, (call) =>
    readFigures(call.deps, call, { ...call.params, ...call.query }),
  );
  mount(app, contract.saveMonitoringRun, (call) =>
    saveRun(call.deps, call, { ...call.body, page: call.params.page }),
  );
  mount(app, contract.readMonitoringRun, ({ deps, user, params }) => readRun(deps, user, params.runKey));
  mount(app, contract.readLateReasons, ({ deps, language }) => lateReasons(deps, language));
  mount(app, contract.giveLateReason, (call) =>
    giveReason(call.deps, { ...call, requestId: call.request.id }, call.body),
  );
}
