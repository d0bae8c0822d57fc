/** All paths through saving: when changes may be cleared, and when no question may be asked. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import { CLEAR_CHANGES_AFTER_MS, FIRST_SAVE_REASON, saveMachine, type StaleItem } from './save.machine.ts';

/** What is stored and what is not yet, as known to server and page. */
interface World {
  unsaved: number;
  saved: number;
  /** decisions on stale items that the page received */
  settled: number;
}

const stale: StaleItem = {
  itemId: 'X.1',
  rowNo: 0,
  rowNo2: 0,
  rowNo3: 0,
  theirs: { value: 'theirs', nullFlavor: null, notation: null },
  changedBy: 'kim',
  changedAt: '2026-01-02T00:00:00.000Z',
};

checkModel(
  {
    machine: saveMachine,
    world: (): World => ({ unsaved: 2, saved: 0, settled: 0 }),
    starts: { page: () => undefined },
    steps: {
      'save nothing': { send: { type: 'save.requested', changeCount: 0, savedBefore: true } },
      'first save': { send: { type: 'save.requested', changeCount: 2, savedBefore: false } },
      'later save': { send: { type: 'save.requested', changeCount: 2, savedBefore: true } },
      'blank reason': { send: { type: 'reason.given', reason: '  ' } },
      reason: { send: { type: 'reason.given', reason: ' New Data ' } },
      'no reason': { send: { type: 'reason.cancelled' } },
      'server saved': { answer: 'submitPage', output: { kind: 'saved' } },
      'server found stale': { answer: 'submitPage', output: { kind: 'stale', items: [stale] } },
      'server refused': { answer: 'submitPage', error: new Error('refused') },
      'theirs taken': { send: { type: 'conflict.answered', takeTheirs: ['X.1|0|0|0'] } },
      'conflict closed': { send: { type: 'conflict.closed' } },
      'almost 300 ms': { pass: CLEAR_CHANGES_AFTER_MS - 100 },
      '300 ms': { pass: CLEAR_CHANGES_AFTER_MS },
    },
    actions: {
      showSaved: (world) => {
        world.saved += 1;
      },
      settleConflict: (world) => {
        world.settled = 1;
      },
      clearChanges: (world) => {
        world.unsaved = 0;
      },
    },
    view: ({ context: { reason, stale } }, { unsaved, settled }) => [reason, stale.length, unsaved, settled],
    invariants: {
      'changes are forgotten only after success': ({ world }) => world.unsaved > 0 || world.saved > 0,
      'what was saved is forgotten, and not before 300 ms': ({ step, before, did }) =>
        !before.matches('saved') ||
        (step === '300 ms') === did.some(({ action }) => action === 'clearChanges'),
      'changes are forgotten once for each success': ({ history }) =>
        history.filter(({ action }) => action === 'clearChanges').length <=
        history.filter(({ action }) => action === 'showSaved').length,
      'nothing is sent without a reason': ({ after }) =>
        !after.matches('submitting') || after.context.reason.trim() !== '',
      'nobody is asked why on a first save': ({ step, before, after }) =>
        step !== 'first save' || before.matches('askingReason') || !after.matches('askingReason'),
      'a first save says Initial Data': ({ step, before, after }) =>
        step !== 'first save' || !before.matches('idle') || after.context.reason === FIRST_SAVE_REASON,
      'a failure is always shown': ({ step, before, did }) =>
        step !== 'server refused' ||
        !before.matches('submitting') ||
        did.some(({ action }) => action === 'showFailed'),
      'stale items are asked about before they are overwritten': ({ before, after }) =>
        before.context.stale.length === 0 || after.context.stale.length > 0 || !before.matches('submitting'),
      'the page knows the answer before it is sent again': ({ before, after, did }) =>
        !before.matches('conflict') ||
        !after.matches('submitting') ||
        did.some(({ action }) => action === 'settleConflict'),
    },
  },
  it,
);
