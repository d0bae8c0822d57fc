/** Calls about the history of large cases, in a worker thread. */
import { compareSides, listMoments, readMoment } from '../../../shared/contract/index.ts';
import { caseCall } from '../../whole-case/caseThread.ts';
import { differencesOf } from './compare.service.ts';
import { contentAtMoment, listCaseMoments } from './moments.service.ts';

export const moments = caseCall(listMoments, listCaseMoments);
export const moment = caseCall(readMoment, contentAtMoment);
export const differences = caseCall(compareSides, differencesOf);
