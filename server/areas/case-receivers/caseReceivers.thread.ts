/** The receivers of large cases, in a worker thread. */
import { listCaseReceivers } from '../../../shared/contract/index.ts';
import { caseCall } from '../../whole-case/caseThread.ts';
import { receiversOfCase } from './caseReceivers.service.ts';

export const receivers = caseCall(listCaseReceivers, receiversOfCase);
