/** The calls of the home page; its notices are an area of their own. */
import type { FastifyInstance } from 'fastify';
import {
  exportHomeEdcSync,
  exportHomeReports,
  findCaseByNumber,
  HOME_ROWS,
  listHomeEdcSync,
  listHomeReports,
  readFirstSteps,
  readHomeCases,
  readHomeEdcSync,
  readHomeReports,
  readHomeWorkflow,
  readObligations,
} from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { mountList } from '../../lists/mountList.ts';
import {
  caseOfNumber,
  changedLast,
  dueReports,
  newestSyncs,
  obligationsOfCase,
  workflowCounts,
} from './home.service.ts';
import { firstSteps } from './firstSteps.ts';
import { edcSyncList, reportList } from './homeLists.ts';

export function homeRoutes(app: FastifyInstance): void {
  mount(app, readHomeReports, (call) => dueReports(call.deps, call, call.query.rowCount ?? HOME_ROWS));
  mount(app, readObligations, (call) => obligationsOfCase(call.deps, call, call.params.caseKey));
  mount(app, readHomeEdcSync, (call) => newestSyncs(call.deps, call, call.query.rowCount ?? HOME_ROWS));
  mount(app, readFirstSteps, (call) => firstSteps(call.deps, call.user));
  mount(app, readHomeWorkflow, (call) => workflowCounts(call.deps, call));
  mount(app, readHomeCases, (call) => changedLast(call.deps, call, call.query.rowCount ?? HOME_ROWS));
  mount(app, findCaseByNumber, (call) => caseOfNumber(call.deps, call, call.query.number));
  mountList(app, listHomeReports, exportHomeReports, reportList);
  mountList(app, listHomeEdcSync, exportHomeEdcSync, edcSyncList);
}
