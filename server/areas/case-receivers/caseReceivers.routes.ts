/** The calls about the receivers of a case. */
import type { FastifyInstance } from 'fastify';
import { listCaseReceivers, saveCaseReceivers } from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { caseTask, onCase } from '../../whole-case/wholeCaseWork.ts';
import { chooseReceivers, receiversOfCase } from './caseReceivers.service.ts';
import type * as thread from './caseReceivers.thread.ts';

const file = new URL('./caseReceivers.thread.ts', import.meta.url);
const receivers = { run: receiversOfCase, task: caseTask<typeof thread.receivers>(file, 'receivers') };

export function caseReceiversRoutes(app: FastifyInstance): void {
  mount(app, listCaseReceivers, (call) =>
    onCase(call, receivers, call.user, call.params.caseKey, call.appendix),
  );
  mount(app, saveCaseReceivers, ({ deps, user, params, body, request }) =>
    chooseReceivers(deps, { user, requestId: request.id }, { ...params, ...body }),
  );
}
