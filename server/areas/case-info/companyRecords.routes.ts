/** The calls of the records of companies: the same as those of case info, in administration mode. */
import type { FastifyInstance } from 'fastify';
import {
  exportCompanies,
  exportCompanyAudit,
  exportCompanyUsers,
  listCompanies,
  listCompanyAudit,
  listCompanyUsers,
  readCompany,
  readCompanyItemAudit,
  saveCompany,
} from '../../../shared/contract/index.ts';
import { beginCompany } from '../../companies/beginCompany.ts';
import { companyKindOf } from '../../companies/describeCompany.ts';
import { mount } from '../../http/mount.ts';
import { mountList } from '../../lists/mountList.ts';
import { authorOf } from './caseInfo.routes.ts';
import { companyUserList } from './companyLists.ts';
import { companyAuditList, readItemHistory } from './recordAudit.ts';
import { recordList } from './recordList.ts';
import { readRecordPage, saveRecordPage } from './recordPages.service.ts';

export function companyRecordsRoutes(app: FastifyInstance): void {
  const { catalogue } = app.deps;
  const kind = companyKindOf(app.deps);
  const [page = ''] = kind.catalogue.pageOrder;
  const described = catalogue.lists[kind.menuId]?.columns ?? [];
  mountList(app, listCompanies, exportCompanies, recordList(kind, described));
  mountList(app, listCompanyUsers, exportCompanyUsers, companyUserList, 'companyKey');
  mount(app, readCompany, ({ deps, user, params }) =>
    readRecordPage(deps, user, companyKindOf(deps), { recordKey: params.companyKey, page }),
  );
  mount(app, saveCompany, ({ params, body, ...call }) => {
    const author = authorOf(call);
    const save = { ...author, reason: body.reason };
    return saveRecordPage(
      call.deps,
      author,
      companyKindOf(call.deps),
      { ...body, recordKey: params.companyKey, page },
      params.companyKey === 0 ? (trx, applied) => beginCompany(trx, app.deps, applied, save) : undefined,
    );
  });
  mountList(app, listCompanyAudit, exportCompanyAudit, companyAuditList, 'companyKey');
  mount(app, readCompanyItemAudit, ({ deps, params, query, ...reader }) =>
    readItemHistory(deps, reader, companyKindOf(deps), params.companyKey, query),
  );
}
