/** The expectedness of reactions of large cases, in a worker thread. */
import { readExpectedness } from '../../../shared/contract/index.ts';
import { caseCall } from '../../whole-case/caseThread.ts';
import { expectednessOfCase } from './caseExpectedness.service.ts';

export const expectedness = caseCall(readExpectedness, expectednessOfCase);
