/** Calls of the case editor about large cases, in a worker thread. */
import {
  addRows,
  checkRowStatus,
  readMatrix,
  readPage,
  readSummary,
  saveCasePages,
  saveMatrix,
  savePage,
  setRowStatus,
} from '../../../shared/contract/index.ts';
import { caseCall } from '../../whole-case/caseThread.ts';
import { applyMatrixSave, readMatrixContent } from './matrix.service.ts';
import { readPageContent, readPageSummary } from './readPages.service.ts';
import { checkRows } from './rowStatusCheck.service.ts';
import { applyCaseSave } from './saveCase.service.ts';
import { applyAddedRows, applyPageSave, applyRowStatus } from './savePage.service.ts';

export const page = caseCall(readPage, readPageContent);
export const summary = caseCall(readSummary, readPageSummary);
export const matrix = caseCall(readMatrix, readMatrixContent);
export const rowCheck = caseCall(checkRowStatus, checkRows);
export const save = caseCall(savePage, applyPageSave);
export const saveOfCase = caseCall(saveCasePages, applyCaseSave);
export const saveOfMatrix = caseCall(saveMatrix, applyMatrixSave);
export const newRows = caseCall(addRows, applyAddedRows);
export const rowStatus = caseCall(setRowStatus, applyRowStatus);
