/** The calls of roles and privileges. */
import type { FastifyInstance } from 'fastify';
import {
  exportRoleAudit,
  listRoleAudit,
  listRoles,
  readItemRights,
  readPrivileges,
  saveItemRights,
  savePrivileges,
  saveRole,
} from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { mountList } from '../../lists/mountList.ts';
import { changeItemRights, itemRightsOf } from './itemRights.service.ts';
import { roleAuditList } from './roleAuditList.ts';
import { changePrivileges, changeRole, privilegesOf, rolesOf } from './roles.service.ts';

export function rolesRoutes(app: FastifyInstance): void {
  mount(app, listRoles, ({ deps, user }) => rolesOf(deps, user));
  mount(app, saveRole, ({ deps, user, body, request }) =>
    changeRole(deps, { user, requestId: request.id }, body),
  );
  mount(app, readPrivileges, ({ deps, user }) => privilegesOf(deps, user));
  mount(app, savePrivileges, ({ deps, user, body, request }) =>
    changePrivileges(deps, { user, requestId: request.id }, body),
  );
  mount(app, readItemRights, ({ deps, user }) => itemRightsOf(deps, user));
  mount(app, saveItemRights, ({ deps, user, body, request }) =>
    changeItemRights(deps, { user, requestId: request.id }, body),
  );
  mountList(app, listRoleAudit, exportRoleAudit, roleAuditList, 'roleId');
}
