/** The calls of cases as wholes; import and export are areas of their own. */
import type { FastifyInstance } from 'fastify';
import {
  addCase,
  listCases,
  listSignatures,
  listVersions,
  makeFollowUp,
  readCaseId,
  setCaseStatus,
} from '../../../shared/contract/index.ts';
import { keepLabels } from '../../audit/labels.ts';
import type { Deps } from '../../deps.ts';
import { mount, type CallContext } from '../../http/mount.ts';
import { addEmptyCase, listVisibleCases, readCaseName, type Caller } from './cases.service.ts';
import { changeCaseStatus, listCaseSignatures } from './caseStatus.service.ts';
import { listCaseVersions, makeFollowUpVersion } from './versions.service.ts';

type Who = Pick<CallContext<typeof listCases>, 'user' | 'language' | 'request'>;

const callerOf = ({ user, language, request }: Who): Caller => ({
  user,
  language,
  requestId: request.id,
  ip: request.ip,
});

export function casesRoutes(app: FastifyInstance, deps: Deps): void {
  // audit entries name the version of the schema sources they were made with: its labels must be there
  app.addHook('onReady', () => keepLabels(deps.db, deps.catalogue.whole, deps.clock.now()));

  mount(app, listCases, (call) => listVisibleCases(deps, callerOf(call), call.query));
  mount(app, addCase, (call) => addEmptyCase(deps, callerOf(call), call.body.senderKey ?? call.senderKey));
  mount(app, readCaseId, (call) => readCaseName(deps, callerOf(call), call.params.caseKey));
  mount(app, listVersions, (call) => listCaseVersions(deps, callerOf(call), call.params.caseKey));
  mount(app, makeFollowUp, (call) =>
    makeFollowUpVersion(deps, callerOf(call), call.params.caseKey, call.body),
  );
  mount(app, listSignatures, (call) => listCaseSignatures(deps, callerOf(call), call.params.caseKey));
  mount(app, setCaseStatus, (call) => changeCaseStatus(deps, callerOf(call), call.params.caseKey, call.body));
}
