/** Every way a run ends. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import { syncRunMachine, type RunResult } from './syncRun.machine.ts';

const RESULT: RunResult = { kind: 'new', caseKey: 7, caseNo: 'KR-7', events: [] };

checkModel(
  {
    machine: syncRunMachine,
    world: () => undefined,
    starts: { 'Sync pressed': () => ({ request: {}, leaseUntil: '2026-01-02T00:10:00.000Z' }) },
    steps: {
      committed: { answer: 'commitCase', output: RESULT },
      'not committed': { answer: 'commitCase', error: { message: 'no space' } },
      'ten minutes later': { send: { type: 'deadline.passed' } },
    },
    view: ({ context }) => [context.result !== null, context.error],
    rests: ({ value }) => value !== 'committing',
    invariants: {
      'a run ends with a result or with the reason why there is none': ({ after }) =>
        after.matches('committing') || (after.context.result === null) === (after.context.error !== null),
      'the events of a run without a result are given back once': ({ before, after, did }) =>
        did.length === (after.matches('failed') && !before.matches('failed') ? 1 : 0),
    },
  },
  it,
);
