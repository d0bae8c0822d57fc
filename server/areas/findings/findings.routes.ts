/** What is wrong with a case, and what is needed to find that out elsewhere. */
import type { FastifyInstance } from 'fastify';
import { readCaseContent, readChecks, readFindings, readReceivers } from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { caseTask, onCase } from '../../whole-case/wholeCaseWork.ts';
import { readCaseFindings, readCaseReceivers, type Reader } from './caseFindings.service.ts';
import { checksOf, wholeContent } from './checks.service.ts';
import type * as thread from './findings.thread.ts';

const file = new URL('./findings.thread.ts', import.meta.url);
const work = {
  receivers: { run: readCaseReceivers, task: caseTask<typeof thread.receivers>(file, 'receivers') },
  findings: { run: readCaseFindings, task: caseTask<typeof thread.findings>(file, 'findings') },
  content: { run: wholeContent, task: caseTask<typeof thread.content>(file, 'content') },
};

export function findingsRoutes(app: FastifyInstance): void {
  mount(app, readReceivers, (call) => onCase(call, work.receivers, readerOf(call), call.params.caseKey));
  mount(app, readFindings, (call) =>
    onCase(call, work.findings, readerOf(call), call.params.caseKey, call.query.receiver),
  );
  mount(app, readChecks, ({ deps }) => checksOf(deps.catalogue));
  mount(app, readCaseContent, (call) => onCase(call, work.content, call.user, call.params.caseKey));
}

const readerOf = ({ user, language, appendix }: Reader): Reader => ({ user, language, appendix });
