/** Calls about large cases, in a worker thread. */
import {
  addCase,
  checkCasesStatus,
  compareTyped,
  createFollowUp,
  setCasesStatus,
  setCaseStatus,
} from '../../../shared/contract/index.ts';
import { caseCall } from '../../whole-case/caseThread.ts';
import { changeCaseStatus } from './caseStatus.service.ts';
import { changeStatusOfCases, checkStatusOfCases } from './casesStatus.service.ts';
import { addCopy } from './copyCase.service.ts';
import { compareWithTyped } from './typedValues.service.ts';
import { makeFollowUpVersion } from './versions.service.ts';

export const copy = caseCall(addCase, addCopy);
export const followUp = caseCall(createFollowUp, makeFollowUpVersion);
export const typed = caseCall(compareTyped, compareWithTyped);
export const status = caseCall(setCaseStatus, changeCaseStatus);
export const checkedCases = caseCall(checkCasesStatus, checkStatusOfCases);
export const statusOfCases = caseCall(setCasesStatus, changeStatusOfCases);
