/** Files of lists, made in the background. A user who may not read a list may not download its file. */
import type { FastifyInstance } from 'fastify';
import {
  cancelListExport,
  fetchListExport,
  readListExport,
  readListExports,
  retryListExport,
  startListExport,
} from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { sourceOf } from '../../lists/mountList.ts';
import { cancel, exportsOfUser, fetchFile, progressOfExport, retry, start } from './listExports.service.ts';

export function listExportsRoutes(app: FastifyInstance): void {
  const guarded = <C extends Parameters<typeof sourceOf>[2] & { params: { menuId: string } }>(call: C): C => {
    sourceOf(app, call.params.menuId, call);
    return call;
  };

  mount(app, startListExport, (call) => start(call.deps, guarded(call), { ...call.params, ...call.body }));
  mount(app, readListExports, (call) => exportsOfUser(call.deps, guarded(call).user, call.params.menuId));
  mount(app, readListExport, (call) => progressOfExport(call.deps, guarded(call).user, call.params));
  mount(app, cancelListExport, (call) => cancel(call.deps, guarded(call).user, call.params));
  mount(app, retryListExport, (call) => retry(call.deps, guarded(call).user, call.params));
  mount(app, fetchListExport, (call) => fetchFile(call.deps, guarded(call).user, call.params));
}
