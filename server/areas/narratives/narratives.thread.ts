/** Texts about large cases, in a worker thread. */
import { previewNarrative, writeNarrative } from '../../../shared/contract/index.ts';
import { caseCall } from '../../whole-case/caseThread.ts';
import { narrativeOf } from './narratives.service.ts';
import { previewOf } from './preview.service.ts';

export const narrative = caseCall(writeNarrative, narrativeOf);
export const preview = caseCall(previewNarrative, previewOf);
