/** The calls of cases as wholes; import and export are areas of their own. */
import type { FastifyInstance } from 'fastify';
import {
  addCase,
  exportCases,
  listCases,
  listSignatures,
  listVersions,
  makeFollowUp,
  readCaseId,
  setCaseStatus,
} from '../../../shared/contract/index.ts';
import { mount, type CallContext } from '../../http/mount.ts';
import {
  addEmptyCase,
  exportVisibleCases,
  listVisibleCases,
  readCaseName,
  type Caller,
} from './cases.service.ts';
import { changeCaseStatus, listCaseSignatures } from './caseStatus.service.ts';
import { listCaseVersions, makeFollowUpVersion } from './versions.service.ts';

type Who = Pick<CallContext<typeof listCases>, 'user' | 'language' | 'appendix' | 'request'>;

const callerOf = ({ user, language, appendix, request }: Who): Caller => ({
  user,
  language,
  appendix,
  requestId: request.id,
  ip: request.ip,
});

export function casesRoutes(app: FastifyInstance): void {
  mount(app, listCases, (call) => listVisibleCases(call.deps, callerOf(call), call.query));
  mount(app, exportCases, (call) => exportVisibleCases(call.deps, callerOf(call), call.query));
  mount(app, addCase, (call) =>
    addEmptyCase(call.deps, callerOf(call), call.body.senderKey ?? call.senderKey),
  );
  mount(app, readCaseId, (call) => readCaseName(call.deps, callerOf(call), call.params.caseKey));
  mount(app, listVersions, (call) => listCaseVersions(call.deps, callerOf(call), call.params.caseKey));
  mount(app, makeFollowUp, (call) =>
    makeFollowUpVersion(call.deps, callerOf(call), call.params.caseKey, call.body),
  );
  mount(app, listSignatures, (call) => listCaseSignatures(call.deps, callerOf(call), call.params.caseKey));
  mount(app, setCaseStatus, (call) =>
    changeCaseStatus(call.deps, callerOf(call), call.params.caseKey, call.body),
  );
}
