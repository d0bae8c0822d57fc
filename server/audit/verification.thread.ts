import { caseFunction } from '../whole-case/caseThread.ts';
import { verifyStoredCase } from './verifyStoredCase.ts';

export const verify = caseFunction(verifyStoredCase);
