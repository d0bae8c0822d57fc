import { caseFunction } from '../../whole-case/caseThread.ts';
import { composePdf } from './composePdf.ts';

export const draw = caseFunction(composePdf);
