import { caseFunction } from '../../whole-case/caseThread.ts';
import { composeReport } from './composeReport.ts';

export const compose = caseFunction(composeReport);
