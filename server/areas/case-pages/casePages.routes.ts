/** The calls of the case editor. */
import type { FastifyInstance } from 'fastify';
import {
  addRows,
  checkRowStatus,
  exportCaseAudit,
  listCaseAudit,
  listPages,
  readCaseAudit,
  readDistributionHistory,
  readItemAudit,
  readMatrix,
  readPage,
  readPageRow,
  readRowFile,
  readSummary,
  saveCasePages,
  readWorkflowAudit,
  saveMatrix,
  savePage,
  savePageRow,
  setRowStatus,
  verifyCaseAudit,
} from '../../../shared/contract/index.ts';
import { mount, type CallContext } from '../../http/mount.ts';
import type { Call } from '../../../shared/contract/index.ts';
import { mountList } from '../../lists/mountList.ts';
import { fileNotFound } from '../../problems.ts';
import { caseTask, onCase } from '../../whole-case/wholeCaseWork.ts';
import { caseAuditList } from './caseAuditList.ts';
import {
  readCaseHistory,
  readDistributions,
  readItemHistory,
  readWorkflowHistory,
  verifyCaseHistory,
} from './caseHistory.service.ts';
import type * as thread from './casePages.thread.ts';
import { applyMatrixSave, readMatrixContent } from './matrix.service.ts';
import { listCasePages, readPageContent, readPageSummary, type Reader } from './readPages.service.ts';
import { checkRows } from './rowStatusCheck.service.ts';
import { readAttachment } from './rowFile.service.ts';
import type { Author } from '../../page-save/saveDocuments.ts';
import { applyCaseSave } from './saveCase.service.ts';
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

const readerOf = ({ user, language }: Reader): Reader => ({ user, language });

const file = new URL('./casePages.thread.ts', import.meta.url);
const work = {
  page: { run: readPageContent, task: caseTask<typeof thread.page>(file, 'page') },
  summary: { run: readPageSummary, task: caseTask<typeof thread.summary>(file, 'summary') },
  matrix: { run: readMatrixContent, task: caseTask<typeof thread.matrix>(file, 'matrix') },
  rowCheck: { run: checkRows, task: caseTask<typeof thread.rowCheck>(file, 'rowCheck') },
  save: { run: applyPageSave, task: caseTask<typeof thread.save>(file, 'save') },
  saveOfCase: { run: applyCaseSave, task: caseTask<typeof thread.saveOfCase>(file, 'saveOfCase') },
  saveOfMatrix: { run: applyMatrixSave, task: caseTask<typeof thread.saveOfMatrix>(file, 'saveOfMatrix') },
  newRows: { run: applyAddedRows, task: caseTask<typeof thread.newRows>(file, 'newRows') },
  rowStatus: { run: applyRowStatus, task: caseTask<typeof thread.rowStatus>(file, 'rowStatus') },
};

/** Values of `isSaved` for a file that is not part of the case yet. */
const NOT_SAVED = ['N', 'false'];

export function casePagesRoutes(app: FastifyInstance): void {
  mount(app, listPages, (call) => listCasePages(call.deps, call, call.params.caseKey));
  // before the pages of items: these pages are no forms
  mountList(app, listCaseAudit, exportCaseAudit, caseAuditList, 'caseKey');
  mount(app, readCaseAudit, (call) => readCaseHistory(call.deps, call, call.params.caseKey, call.query));
  mount(app, readWorkflowAudit, (call) => readWorkflowHistory(call.deps, call, call.params.caseKey));
  mount(app, readDistributionHistory, (call) => readDistributions(call.deps, call, call.params.caseKey));

  mount(app, readPage, (call) => onCase(call, work.page, readerOf(call), { ...call.params, rowNo: null }));
  mount(app, readPageRow, (call) =>
    onCase(call, work.page, readerOf(call), { ...call.params, move: call.query.move }),
  );
  mount(app, readSummary, (call) => onCase(call, work.summary, readerOf(call), call.params));
  mount(app, addRows, (call) => onCase(call, work.newRows, authorOf(call), { ...call.params, ...call.body }));
  mount(app, saveCasePages, (call) =>
    onCase(call, work.saveOfCase, authorOf(call), { ...call.params, ...call.body }),
  );
  mount(app, savePage, (call) =>
    onCase(call, work.save, authorOf(call), { ...call.params, ...call.body, rowNo: null }),
  );
  mount(app, savePageRow, (call) =>
    onCase(call, work.save, authorOf(call), { ...call.params, ...call.body }),
  );
  mount(app, readMatrix, (call) => onCase(call, work.matrix, readerOf(call), call.params));
  mount(app, saveMatrix, (call) =>
    onCase(call, work.saveOfMatrix, authorOf(call), { ...call.params, ...call.body }),
  );
  mount(app, checkRowStatus, ({ appendix, ...call }) =>
    onCase(call, work.rowCheck, readerOf(call), { ...call.params, ...call.body, appendix }),
  );
  mount(app, setRowStatus, (call) =>
    onCase(call, work.rowStatus, authorOf(call), { ...call.params, ...call.body }),
  );
  mount(
    app,
    readRowFile,
    ({ params: { caseKey, rowNo }, query: { itemId, rowNo2 = 0, rowNo3 = 0, isSaved = 'Y' }, ...call }) => {
      if (NOT_SAVED.includes(isSaved)) throw fileNotFound();
      return readAttachment(call.deps, authorOf(call), caseKey, { itemId, rowNo, rowNo2, rowNo3 });
    },
  );

  mount(app, readItemAudit, (call) => readItemHistory(call.deps, call, call.params.caseKey, call.query));
  mount(app, verifyCaseAudit, (call) => verifyCaseHistory(call.deps, call, call.params.caseKey));
}
