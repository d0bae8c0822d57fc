/** The calls of cases as wholes; import and export are areas of their own. */
import type { FastifyInstance } from 'fastify';
import {
  addCase,
  checkCasesStatus,
  compareTyped,
  exportCases,
  listCases,
  listSignatures,
  listVersions,
  createFollowUp,
  readCaseHeader,
  readCaseId,
  readUnblinding,
  setCasesStatus,
  setCaseStatus,
  unblindCase,
} from '../../../shared/contract/index.ts';
import { mount, type CallContext } from '../../http/mount.ts';
import { mountList } from '../../lists/mountList.ts';
import { answerOnWholeCase, caseTask, onCase, workOf } from '../../whole-case/wholeCaseWork.ts';
import { caseList } from './caseList.ts';
import { readHeader } from './caseHeader.service.ts';
import { addNewCase, readCaseName, type Caller } from './cases.service.ts';
import type * as thread from './cases.thread.ts';
import { changeCaseStatus, listCaseSignatures } from './caseStatus.service.ts';
import { addCopy } from './copyCase.service.ts';
import { changeStatusOfCases, checkStatusOfCases } from './casesStatus.service.ts';
import { unblind, unblindingOf } from './unblinding.service.ts';
import { compareWithTyped } from './typedValues.service.ts';
import { listCaseVersions, makeFollowUpVersion } from './versions.service.ts';

type Who = Pick<CallContext<typeof listCases>, 'user' | 'language' | 'appendix' | 'request'>;

const callerOf = ({ user, language, appendix, request }: Who): Caller => ({
  user,
  language,
  appendix,
  requestId: request.id,
  ip: request.ip,
});

const file = new URL('./cases.thread.ts', import.meta.url);
const copying = { run: addCopy, task: caseTask<typeof thread.copy>(file, 'copy') };
const followingUp = { run: makeFollowUpVersion, task: caseTask<typeof thread.followUp>(file, 'followUp') };
const comparing = { run: compareWithTyped, task: caseTask<typeof thread.typed>(file, 'typed') };
const status = { run: changeCaseStatus, task: caseTask<typeof thread.status>(file, 'status') };
const checking = {
  run: checkStatusOfCases,
  task: caseTask<typeof thread.checkedCases>(file, 'checkedCases'),
};
const statusOfCases = {
  run: changeStatusOfCases,
  task: caseTask<typeof thread.statusOfCases>(file, 'statusOfCases'),
};

export function casesRoutes(app: FastifyInstance): void {
  mountList(app, listCases, exportCases, caseList);
  mount(app, addCase, (call) =>
    call.body.copyOf
      ? answerOnWholeCase(call.deps, workOf(call, call.body.copyOf.caseKey), copying, callerOf(call), {
          ...call.body.copyOf,
          creationKey: call.body.creationKey,
        })
      : addNewCase(call.deps, callerOf(call), call.body.senderKey ?? call.senderKey, call.body),
  );
  mount(app, readCaseId, (call) => readCaseName(call.deps, callerOf(call), call.params.caseKey));
  mount(app, readCaseHeader, (call) => readHeader(call.deps, call.user, call.params.caseKey));
  mount(app, listVersions, (call) => listCaseVersions(call.deps, callerOf(call), call.params.caseKey));
  mount(app, createFollowUp, (call) =>
    onCase(call, followingUp, callerOf(call), call.params.caseKey, call.body),
  );
  mount(app, compareTyped, (call) => onCase(call, comparing, callerOf(call), call.params.caseKey, call.body));
  mount(app, listSignatures, (call) => listCaseSignatures(call.deps, callerOf(call), call.params.caseKey));
  mount(app, readUnblinding, ({ deps, user, params }) => unblindingOf(deps, user, params.caseKey));
  mount(app, unblindCase, ({ deps, user, params, body, request }) =>
    unblind(deps, { user, requestId: request.id }, { ...params, ...body }),
  );
  mount(app, setCaseStatus, (call) => onCase(call, status, callerOf(call), call.params.caseKey, call.body));
  mount(app, checkCasesStatus, (call) =>
    answerOnWholeCase(call.deps, workOf(call, ...call.body.caseKeys), checking, callerOf(call), {
      ...call.params,
      ...call.body,
    }),
  );
  mount(app, setCasesStatus, (call) =>
    answerOnWholeCase(
      call.deps,
      workOf(call, ...call.body.cases.map(({ caseKey }) => caseKey)),
      statusOfCases,
      callerOf(call),
      call.body,
    ),
  );
}
