import { readMessageLines } from '../../../shared/contract/index.ts';
import { caseCall, caseFunction } from '../../whole-case/caseThread.ts';
import { composeR2Report, composeReport, composeReportLines } from './composeReport.ts';

export const compose = caseFunction(composeReport);
export const composeOld = caseFunction(composeR2Report);
export const lines = caseCall(readMessageLines, composeReportLines);
