/** The calls of the records of users: the same as those of case info, with privileges and paths of their own. */
import type { FastifyInstance } from 'fastify';
import {
  exportUserAudit,
  exportUsers,
  listUserAudit,
  listUsers,
  readUser,
  readUserItemAudit,
  saveUser,
} from '../../../shared/contract/index.ts';
import { userKindOf } from '../../accounts/inviteUser.ts';
import { mount } from '../../http/mount.ts';
import { mountList } from '../../lists/mountList.ts';
import { authorOf } from './caseInfo.routes.ts';
import { readItemHistory, userAuditList } from './recordAudit.ts';
import { recordList } from './recordList.ts';
import { readRecordPage, saveRecordPage } from './recordPages.service.ts';

export function userRecordsRoutes(app: FastifyInstance): void {
  const { catalogue } = app.deps;
  const kind = userKindOf(app.deps);
  const [page = ''] = kind.catalogue.pageOrder;
  const described = catalogue.lists[kind.menuId]?.columns ?? [];
  mountList(app, listUsers, exportUsers, recordList(kind, described));
  mount(app, readUser, ({ deps, user, params }) =>
    readRecordPage(deps, user, userKindOf(deps), { recordKey: params.userKey, page }),
  );
  mount(app, saveUser, ({ params, body, ...call }) =>
    saveRecordPage(call.deps, authorOf(call), userKindOf(call.deps), {
      ...body,
      recordKey: params.userKey,
      page,
    }),
  );
  mountList(app, listUserAudit, exportUserAudit, userAuditList, 'userKey');
  mount(app, readUserItemAudit, ({ deps, params, query, ...reader }) =>
    readItemHistory(deps, reader, userKindOf(deps), params.userKey, query),
  );
}
