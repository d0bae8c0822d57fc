/** Texts about large cases, in a worker thread. */
import { writeNarrative } from '../../../shared/contract/index.ts';
import { caseCall } from '../../whole-case/caseThread.ts';
import { narrativeOf } from './narratives.service.ts';

export const narrative = caseCall(writeNarrative, narrativeOf);
