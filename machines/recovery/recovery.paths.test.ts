/** All paths in which a draft is restored, discarded, undone, stored and dropped. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import { DROP_DRAFT_AFTER_MS, recoveryMachine } from './recovery.machine.ts';

checkModel(
  {
    machine: recoveryMachine,
    world: () => ({ onPage: false, stored: true, saved: false }),
    starts: { 'draft found': () => undefined },
    steps: {
      'put back': { send: { type: 'draft.putBack' } },
      discard: { send: { type: 'draft.discarded' } },
      'take back': { send: { type: 'draft.takenBack' } },
      save: { send: { type: 'page.saved' } },
      leave: { send: { type: 'page.left' } },
      'almost 10 s': { pass: DROP_DRAFT_AFTER_MS - 100 },
      '10 s': { pass: DROP_DRAFT_AFTER_MS },
    },
    actions: {
      applyDraft: (world) => {
        world.onPage = true;
      },
      removeApplied: (world) => {
        world.onPage = false;
      },
      dropDraft: (world) => {
        world.stored = false;
      },
    },
    view: (_, { onPage, stored }) => [onPage, stored],
    invariants: {
      'the edits are on the page exactly while they are put back': ({ after, world }) =>
        after.status !== 'active' || world.onPage === after.matches('putBack'),
      'a draft is dropped only when saved or discarded': ({ before, world }) =>
        world.stored || before.matches('discarded') || before.matches('putBack'),
      'edits on a page that is left are not dropped': ({ step, before, world }) =>
        step !== 'leave' || before.matches('discarded') || world.stored,
      'until it is gone a draft is never lost': ({ after, world }) => after.matches('gone') || world.stored,
      'ten seconds are given, not less': ({ step, after }) =>
        step !== 'almost 10 s' || !after.matches('gone'),
    },
  },
  it,
);
