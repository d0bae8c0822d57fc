/** All ways to leave a page with or without unsaved changes. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import { leaveGuardMachine } from './leaveGuard.machine.ts';

checkModel(
  {
    machine: leaveGuardMachine,
    world: () => ({ unsaved: 2 }),
    starts: { editor: () => undefined },
    steps: {
      'leaves clean': { send: { type: 'leave.requested', dirty: false } },
      'leaves dirty': { send: { type: 'leave.requested', dirty: true } },
      discards: { send: { type: 'discard.confirmed' } },
      stays: { send: { type: 'discard.cancelled' } },
    },
    actions: {
      discardChanges: (world) => {
        world.unsaved = 0;
      },
    },
    view: (_, { unsaved }) => unsaved,
    invariants: {
      'nothing is dropped unasked': ({ step, before, did }) =>
        !did.some(({ action }) => action === 'discardChanges') ||
        (step === 'discards' && before.matches('asking')),
      'nobody leaves while the question is open': ({ after, did }) =>
        !after.matches('asking') || did.every(({ action }) => action !== 'proceed'),
      'changes are dropped before one goes, never after': ({ did }) =>
        did.findIndex(({ action }) => action === 'discardChanges') <
        Math.max(
          0,
          did.findIndex(({ action }) => action === 'proceed'),
        ),
      'each question has one answer': ({ before, after, did }) =>
        !(before.matches('asking') && after.matches('staying')) ||
        did.filter(({ action }) => action === 'proceed' || action === 'stay').length === 1,
    },
  },
  it,
);
