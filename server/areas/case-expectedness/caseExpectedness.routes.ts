/** The calls about the expectedness of reactions. */
import type { FastifyInstance } from 'fastify';
import { readExpectedness, readExpectednessOfEdits } from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { caseTask, onCase } from '../../whole-case/wholeCaseWork.ts';
import { expectednessOfCase } from './caseExpectedness.service.ts';
import type * as thread from './caseExpectedness.thread.ts';

const file = new URL('./caseExpectedness.thread.ts', import.meta.url);
const expectedness = {
  run: expectednessOfCase,
  task: caseTask<typeof thread.expectedness>(file, 'expectedness'),
};

export function caseExpectednessRoutes(app: FastifyInstance): void {
  mount(app, readExpectedness, (call) =>
    onCase(call, expectedness, call.user, { ...call.params, changes: [], rows: [] }),
  );
  mount(app, readExpectednessOfEdits, (call) =>
    onCase(call, expectedness, call.user, { ...call.params, ...call.body }),
  );
}
