/** What system administrators see and do over all sponsors; the records of companies have the calls of case info. */
import type { FastifyInstance } from 'fastify';
import {
  addCompanySponsor,
  changeSystemUser,
  exportAllCases,
  exportAllMessages,
  exportAllReceivers,
  exportAllUsers,
  exportSystemUserAudit,
  inviteCompanyUser,
  listAllCases,
  listAllMessages,
  listAllReceivers,
  listAllUsers,
  listSystemUserAudit,
  readCompanyAccess,
  readSystemUser,
} from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { mountList } from '../../lists/mountList.ts';
import { allUsersList } from './allUsersList.ts';
import { accessOf, addSponsor, inviteAgain } from './companyAccess.service.ts';
import { systemUserAudit } from './systemUserAudit.ts';
import { changeSystemUserOf, systemUserOf } from './systemUsers.service.ts';
import { allCasesList, allMessagesList, allReceiversList } from './searchLists.ts';

export function systemAdminRoutes(app: FastifyInstance): void {
  mountList(app, listAllUsers, exportAllUsers, allUsersList);
  mountList(app, listAllCases, exportAllCases, allCasesList);
  mountList(app, listAllMessages, exportAllMessages, allMessagesList);
  mountList(app, listAllReceivers, exportAllReceivers, allReceiversList);
  mountList(app, listSystemUserAudit, exportSystemUserAudit, systemUserAudit, 'userKey');
  mount(app, readSystemUser, ({ deps, user, params }) => systemUserOf(deps, user, params.userKey));
  mount(app, changeSystemUser, ({ deps, user, language, params, body, request }) =>
    changeSystemUserOf(deps, { user, language, requestId: request.id }, { ...params, ...body }),
  );
  mount(app, readCompanyAccess, ({ deps, user, params }) => accessOf(deps, user, params.companyKey));
  // a new sponsor uses the catalogue of the product
  mount(app, inviteCompanyUser, ({ user, language, params, body, request }) =>
    inviteAgain(app.deps, { user, language, requestId: request.id }, { ...params, ...body }),
  );
  mount(app, addCompanySponsor, ({ user, language, params, body, request }) =>
    addSponsor(app.deps, { user, language, requestId: request.id }, { ...params, ...body }),
  );
}
