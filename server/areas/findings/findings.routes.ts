/** What is wrong with a case, and what is needed to find that out elsewhere. */
import type { FastifyInstance } from 'fastify';
import { readCaseContent, readChecks, readFindings, readReceivers } from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { readCaseFindings, readCaseReceivers } from './caseFindings.service.ts';
import { checksOf, wholeContent } from './checks.service.ts';

export function findingsRoutes(app: FastifyInstance): void {
  mount(app, readReceivers, (call) => readCaseReceivers(call.deps, call, call.params.caseKey));
  mount(app, readFindings, (call) =>
    readCaseFindings(call.deps, call, call.params.caseKey, call.query.receiver),
  );
  mount(app, readChecks, ({ deps }) => checksOf(deps.catalogue));
  mount(app, readCaseContent, (call) => wholeContent(call.deps, call.user, call.params.caseKey));
}
