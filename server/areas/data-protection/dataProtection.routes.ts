/** The calls of the protection of personal data. */
import type { FastifyInstance } from 'fastify';
import {
  cancelPseudonymisation,
  endSupportAccess,
  exportCaseReads,
  exportRetention,
  exportSupportAudit,
  grantSupportAccess,
  listCaseReads,
  listRetention,
  listSupportAudit,
  readPseudonymisations,
  readSupportAccesses,
  searchPersons,
  setLegalHold,
  startPseudonymisation,
} from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { mountList } from '../../lists/mountList.ts';
import { caseReadsList } from './caseReadsList.ts';
import { changeHold } from './legalHold.service.ts';
import { personsWith } from './persons.service.ts';
import { cancel, release, runsOf } from './pseudonymisation.service.ts';
import { retentionList } from './retentionList.ts';
import { accessesOf, endOf, grant } from './supportAccess.service.ts';
import { supportAuditList } from './supportAuditList.ts';

export function dataProtectionRoutes(app: FastifyInstance): void {
  mount(app, readSupportAccesses, ({ deps, user }) => accessesOf(deps, user));
  mount(app, grantSupportAccess, ({ deps, user, body, request }) =>
    grant(deps, { user, requestId: request.id }, body),
  );
  mount(app, endSupportAccess, ({ deps, user, params, query, request }) =>
    endOf(deps, { user, requestId: request.id }, { ...params, ...query }),
  );
  mount(app, searchPersons, ({ deps, user, body }) => personsWith(deps, user, body.text));
  mountList(app, listSupportAudit, exportSupportAudit, supportAuditList, 'sponsorKey');
  mountList(app, listCaseReads, exportCaseReads, caseReadsList);
  mountList(app, listRetention, exportRetention, retentionList, 'sponsorKey');
  mount(app, setLegalHold, ({ deps, user, body, request }) =>
    changeHold(deps, { user, requestId: request.id }, body),
  );
  mount(app, startPseudonymisation, ({ deps, user, body, request }) =>
    release(deps, { user, requestId: request.id, ip: request.ip }, body),
  );
  mount(app, readPseudonymisations, ({ deps, user }) => runsOf(deps, user));
  mount(app, cancelPseudonymisation, ({ deps, user, params }) => cancel(deps, user, params.runKey));
}
