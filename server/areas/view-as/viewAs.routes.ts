/** The calls of views as a role or a user. */
import type { FastifyInstance } from 'fastify';
import {
  beginView,
  endView,
  exportViewAudit,
  listViewAudit,
  listViewTargets,
} from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { tokenOf } from '../../http/session.ts';
import { mountList } from '../../lists/mountList.ts';
import { begin, end, targetsOf } from './viewAs.service.ts';
import { viewAuditList } from './viewAuditList.ts';

export function viewAsRoutes(app: FastifyInstance): void {
  mount(app, listViewTargets, ({ deps, user }) => targetsOf(deps, user));
  mount(app, beginView, ({ deps, user, body, request }) => {
    const token = tokenOf(request.headers.authorization) ?? '';
    return begin(deps, { user, requestId: request.id, token }, body);
  });
  mount(app, endView, ({ deps, user, request }) => {
    const token = tokenOf(request.headers.authorization) ?? '';
    return end(deps, { user, requestId: request.id, token });
  });
  mountList(app, listViewAudit, exportViewAudit, viewAuditList, 'sponsorKey');
}
