import { readMessageLines } from '../../../shared/contract/index.ts';
import { caseCall, caseFunction } from '../../whole-case/caseThread.ts';
import { composeReport, composeReportLines } from './composeReport.ts';

export const compose = caseFunction(composeReport);
export const lines = caseCall(readMessageLines, composeReportLines);
