/** The calls of submissions. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contract from '../../../shared/contract/submissions.ts';
import * as transports from '../../../shared/contract/transportProfiles.ts';
import { mount } from '../../http/mount.ts';
import type { SessionUser } from '../../http/session.ts';
import { mountList } from '../../lists/mountList.ts';
import * as answers from './answers.service.ts';
import * as commands from './batchCommands.service.ts';
import { readBatch, readCheck, submissionsOfCase } from './batchDetail.service.ts';
import { batchFile, eventFile, unmatchedFile } from './batchFiles.service.ts';
import { frozenMessage } from './frozenContent.service.ts';
import { addBatch, optionsFor } from './newSubmission.service.ts';
import { profileOf, saveProfile, tryProfile } from './transportProfiles.service.ts';
import { submissionCaseList, submissionList, submittedCaseList } from './submissionLists.ts';

const by = ({
  user,
  request,
  params,
}: {
  user: SessionUser;
  request: FastifyRequest;
  params: { batchKey: number };
}): commands.Commander => ({ user, ip: request.ip, requestId: request.id, batchKey: params.batchKey });

export function submissionsRoutes(app: FastifyInstance): void {
  mountList(app, contract.listSubmissionCases, contract.exportSubmissionCases, submissionCaseList);
  mountList(app, contract.listSubmissions, contract.exportSubmissions, submissionList);
  mountList(app, contract.listSubmittedCases, contract.exportSubmittedCases, submittedCaseList);
  mount(app, contract.readSubmissionOptions, ({ deps, user }) => optionsFor(deps, user));
  mount(app, contract.addSubmission, ({ deps, user, body }) => addBatch(deps, user, body));
  mount(app, contract.readSubmission, (call) => readBatch(call.deps, call, call.params.batchKey));
  mount(app, contract.readSubmissionCheck, (call) => readCheck(call.deps, call, call.params.batchKey));
  mount(app, contract.checkSubmission, (call) => commands.checkAgain(call.deps, by(call)));
  mount(app, contract.retrySubmission, (call) => commands.retry(call.deps, by(call)));
  mount(app, contract.cancelSubmission, (call) => commands.cancel(call.deps, by(call), call.body.reason));
  mount(app, contract.confirmSubmission, (call) => commands.confirm(call.deps, by(call), call.body));
  mount(app, contract.noteHandOver, (call) => commands.decideHandOver(call.deps, by(call), call.body));
  mount(app, contract.giveWarningReasons, (call) => commands.giveReasons(call.deps, by(call), call.body));
  mount(app, contract.removeSubmissionCase, (call) =>
    commands.removeCase(call.deps, by(call), call.params.caseKey),
  );
  mount(app, contract.downloadSubmission, ({ deps, user, params }) => batchFile(deps, user, params.batchKey));
  mount(app, contract.downloadSubmissionEvent, ({ deps, user, params }) => eventFile(deps, user, params));
  mount(app, contract.readFrozenMessage, (call) => frozenMessage(call.deps, call, call.params));
  mount(app, contract.uploadAnswer, ({ deps, user, upload, signal }) =>
    answers.takeUpload(deps, user, upload, signal),
  );
  mount(app, contract.listUnmatchedAnswers, ({ deps, user, language }) =>
    answers.unmatchedAnswers(deps, user, language),
  );
  mount(app, contract.downloadUnmatched, ({ deps, user, params }) =>
    unmatchedFile(deps, user, params.inboxKey),
  );
  mount(app, contract.assignAnswer, ({ deps, user, params, body, signal }) =>
    answers.assign(deps, user, { ...params, ...body, signal }),
  );
  mount(app, contract.decideMessage, (call) =>
    answers.decide(call.deps, by(call), { seq: call.params.seq, ...call.body }),
  );
  mount(app, contract.readSubmissionComments, ({ deps, user, params }) =>
    answers.readComments(deps, user, params.batchKey),
  );
  mount(app, contract.updateSubmissionComments, (call) =>
    answers.updateComments(call.deps, by(call), call.body),
  );
  mount(app, contract.listSubmissionsOfCase, ({ deps, user, params }) =>
    submissionsOfCase(deps, user, params.caseKey),
  );
  mount(app, transports.readTransportProfile, ({ deps, user, params }) =>
    profileOf(deps, user, params.receiverKey),
  );
  mount(app, transports.saveTransportProfile, ({ deps, user, params, body, request }) =>
    saveProfile(deps, { user, requestId: request.id }, { ...params, ...body }),
  );
  mount(app, transports.tryTransport, ({ deps, user, params, body }) =>
    tryProfile(deps, user, { ...params, ...body }),
  );
}
