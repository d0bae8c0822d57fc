/** The calls of the case editor. */
import type { FastifyInstance } from 'fastify';
import {
  addRows,
  checkRowStatus,
  compareVersions,
  listPages,
  readCaseAudit,
  readDistributionHistory,
  readFindings,
  readItemAudit,
  readMatrix,
  readPage,
  readPageRow,
  readReceivers,
  readRowFile,
  readSummary,
  readWorkflow,
  saveMatrix,
  savePage,
  savePageRow,
  setRowStatus,
  verifyCaseAudit,
} from '../../../shared/contract/index.ts';
import type { Deps } from '../../deps.ts';
import { mount, type CallContext } from '../../http/mount.ts';
import type { Call } from '../../../shared/contract/index.ts';
import { readCaseFindings, readCaseReceivers } from './caseFindings.service.ts';
import {
  readCaseHistory,
  readDistributions,
  readItemHistory,
  readWorkflowSteps,
  verifyCaseHistory,
} from './caseHistory.service.ts';
import { applyMatrixSave, readMatrixContent } from './matrix.service.ts';
import { differencesOf } from './compareVersions.service.ts';
import { listCasePages, readPageContent, readPageSummary } from './readPages.service.ts';
import { checkRows } from './rowStatusCheck.service.ts';
import { readAttachment } from './rowFile.service.ts';
import type { Author } from './saveDocuments.ts';
import { applyAddedRows, applyPageSave, applyRowStatus } from './savePage.service.ts';

const authorOf = ({
  user,
  language,
  request,
}: Pick<CallContext<Call & { access: 'session' }>, 'user' | 'language' | 'request'>): Author => ({
  user,
  language,
  requestId: request.id,
});

export function casePagesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, listPages, (call) => listCasePages(deps, call, call.params.caseKey));
  // before the pages of items: these pages are no forms
  mount(app, readCaseAudit, (call) => readCaseHistory(deps, call, call.params.caseKey, call.query));
  mount(app, readReceivers, (call) => readCaseReceivers(deps, call, call.params.caseKey));
  mount(app, readWorkflow, (call) => readWorkflowSteps(deps, call, call.params.caseKey, call.query));
  mount(app, readDistributionHistory, (call) => readDistributions(deps, call, call.params.caseKey));

  mount(app, readPage, (call) => readPageContent(deps, call, { ...call.params, rowNo: null }));
  mount(app, readPageRow, (call) => readPageContent(deps, call, { ...call.params, move: call.query.move }));
  mount(app, readSummary, (call) => readPageSummary(deps, call, call.params));
  mount(app, addRows, (call) => applyAddedRows(deps, authorOf(call), { ...call.params, ...call.body }));
  mount(app, savePage, (call) =>
    applyPageSave(deps, authorOf(call), { ...call.params, ...call.body, rowNo: null }),
  );
  mount(app, savePageRow, (call) => applyPageSave(deps, authorOf(call), { ...call.params, ...call.body }));
  mount(app, readMatrix, (call) => readMatrixContent(deps, call, call.params));
  mount(app, saveMatrix, (call) => applyMatrixSave(deps, authorOf(call), { ...call.params, ...call.body }));
  mount(app, checkRowStatus, (call) => checkRows(deps, call, { ...call.params, ...call.body }));
  mount(app, setRowStatus, (call) => applyRowStatus(deps, authorOf(call), { ...call.params, ...call.body }));
  mount(
    app,
    readRowFile,
    ({ params: { caseKey, rowNo }, query: { itemId, rowNo2 = 0, rowNo3 = 0 }, ...call }) =>
      readAttachment(deps, authorOf(call), caseKey, { itemId, rowNo, rowNo2, rowNo3 }),
  );

  mount(app, compareVersions, (call) => differencesOf(deps, call, call.params.caseKey, call.params.otherKey));
  mount(app, readItemAudit, (call) => readItemHistory(deps, call, call.params.caseKey, call.query));
  mount(app, verifyCaseAudit, (call) => verifyCaseHistory(deps, call, call.params.caseKey));
  mount(app, readFindings, (call) => readCaseFindings(deps, call, call.params.caseKey, call.query.receiver));
}
