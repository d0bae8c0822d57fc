/** The calls of the workflow; its audit trail is among those of the case pages. */
import type { FastifyInstance } from 'fastify';
import {
  listBatchWorkflowUsers,
  listWorkflowUsers,
  readBatchPrivilege,
  readWorkflow,
  routeCase,
  runBatchWorkflow,
  claimCase,
  validateBatchWorkflow,
} from '../../../shared/contract/index.ts';
import { mount, type CallContext } from '../../http/mount.ts';
import { readPrivilege, runBatch, validateBatch } from './batchWorkflow.service.ts';
import type { Caller } from './evaluateRouting.ts';
import { routeOne, takeOne } from './routing.service.ts';
import { listUsersFor, listUsersOfRole, readCaseWorkflow } from './workflowPage.service.ts';

type Who = Pick<CallContext<typeof readWorkflow>, 'user' | 'language' | 'request'>;

const callerOf = ({ user, language, request }: Who): Caller => ({
  user,
  language,
  requestId: request.id,
  ip: request.ip,
});

export function workflowRoutes(app: FastifyInstance): void {
  mount(app, readWorkflow, (call) =>
    readCaseWorkflow(call.deps, callerOf(call), call.params.caseKey, call.query),
  );
  mount(app, listWorkflowUsers, (call) =>
    listUsersFor(call.deps, callerOf(call), call.params.caseKey, call.params.roleId),
  );
  mount(app, routeCase, (call) => routeOne(call.deps, callerOf(call), call.params.caseKey, call.body));
  mount(app, claimCase, (call) => takeOne(call.deps, callerOf(call), call.params.caseKey, call.body));

  mount(app, readBatchPrivilege, (call) => readPrivilege(call.deps, callerOf(call)));
  mount(app, validateBatchWorkflow, (call) => validateBatch(call.deps, callerOf(call), call.body));
  mount(app, listBatchWorkflowUsers, (call) =>
    listUsersOfRole(call.deps, callerOf(call), call.params.roleId),
  );
  mount(app, runBatchWorkflow, (call) => runBatch(call.deps, callerOf(call), call.body));
}
