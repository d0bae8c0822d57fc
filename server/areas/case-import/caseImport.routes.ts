/** Reports coming in as files. */
import type { FastifyInstance } from 'fastify';
import { importFile, readImport, readImportsOfCase } from '../../../shared/contract/caseImport.ts';
import * as runs from '../../../shared/contract/importRuns.ts';
import { mount } from '../../http/mount.ts';
import { pagingOf } from '../../http/paging.ts';
import { importDetail } from '../../case-import/importDetail.ts';
import { importsOfCase } from '../../case-import/importsOfCase.ts';
import { acknowledgementFile, sendOrDecide } from './acknowledgement.service.ts';
import { importUpload } from './caseImport.service.ts';
import { commentedFile } from './commentedFile.service.ts';
import { decide } from './importDecisions.service.ts';
import { messageOf, messagesOf } from './importMessages.service.ts';
import * as steps from './importRuns.service.ts';
import { check, formFile, printedForm } from './printedForm.service.ts';
import { importTemplate } from './template.service.ts';

export function caseImportRoutes(app: FastifyInstance): void {
  mount(app, importFile, ({ deps, user, senderKey, language, query, request, signal, upload, report }) => {
    const { otherPatient = 'refuse', nothingToNullify = 'refuse' } = query;
    return importUpload(deps, {
      user,
      senderKey,
      language,
      otherPatient,
      nothingToNullify,
      requestId: request.id,
      signal,
      upload,
      report,
    });
  });
  mount(app, readImport, ({ deps, user, language, params: { dataKey }, query }) =>
    importDetail(
      deps,
      { user, language, hasFolder: deps.config.submissionDir !== null },
      dataKey,
      pagingOf(query),
    ),
  );
  mount(app, readImportsOfCase, ({ deps, user, language, params }) =>
    importsOfCase(deps, { user, language }, params.caseKey),
  );
  mount(app, runs.sendImportFile, (call) => steps.addFile(call.deps, call, call.params.runKey, call.upload));
  mount(app, runs.readImportFiles, ({ deps, user, params }) => steps.read(deps, user, params.runKey));
  mount(app, runs.listImportRuns, ({ deps, user }) => steps.openRuns(deps, user));
  mount(app, runs.readImportRun, ({ deps, user, params }) => steps.detail(deps, user, params.runKey));
  mount(app, runs.listImportMessages, (call) => messagesOf(call.deps, call, call.params.runKey, call.query));
  mount(app, runs.readImportMessage, (call) => messageOf(call.deps, call, call.params));
  mount(app, runs.decideImportMessages, ({ deps, user, params, body }) =>
    decide(deps, user, params.runKey, body),
  );
  mount(app, runs.readPrintedForm, (call) => printedForm(call.deps, call, call.params));
  mount(app, runs.checkPrintedForm, ({ deps, user, params, body }) => check(deps, user, params, body));
  mount(app, runs.fetchPrintedForm, ({ deps, user, params }) => formFile(deps, user, params));
  mount(app, runs.confirmImport, ({ deps, user, params }) => steps.confirm(deps, user, params.runKey));
  mount(app, runs.commandImport, ({ deps, user, params }) => steps.command(deps, user, params));
  mount(app, runs.fetchCommentedFile, (call) => commentedFile(call.deps, call, call.params));
  mount(app, runs.downloadImportTemplate, (call) => importTemplate(call.deps, call, call.query.items));
  mount(app, runs.sendAcknowledgement, ({ deps, user, params, body }) =>
    sendOrDecide(deps, user, { ...params, ...body }),
  );
  mount(app, runs.fetchAcknowledgement, ({ deps, user, params }) => acknowledgementFile(deps, user, params));
}
