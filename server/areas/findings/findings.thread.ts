/** Findings and content of large cases, in a worker thread. */
import { readCaseContent, readFindings, readReceivers } from '../../../shared/contract/index.ts';
import { caseCall } from '../../whole-case/caseThread.ts';
import { readCaseFindings, readCaseReceivers } from './caseFindings.service.ts';
import { wholeContent } from './checks.service.ts';

export const receivers = caseCall(readReceivers, readCaseReceivers);
export const findings = caseCall(readFindings, readCaseFindings);
export const content = caseCall(readCaseContent, wholeContent);
