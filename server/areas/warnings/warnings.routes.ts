/** The calls of the warnings. */
import type { FastifyInstance } from 'fastify';
import { countWarnings, exportWarnings, listWarnings } from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { answerList } from '../../lists/answerList.ts';
import { mountExport } from '../../lists/mountExport.ts';
import { restrictedTo, warningList } from './warningList.ts';
import { countOfEach } from './warnings.service.ts';

export function warningsRoutes(app: FastifyInstance): void {
  app.lists.set(warningList.menuId, { source: warningList, access: listWarnings.access });
  mount(app, listWarnings, (call) =>
    answerList(call.deps, call, restrictedTo(warningList, call.query), call.query),
  );
  mountExport(app, [warningList.menuId], exportWarnings, (call) => ({
    source: restrictedTo(warningList, call.query),
    caller: call,
  }));
  mount(app, countWarnings, (call) => countOfEach(call.deps, call, call.query));
}
