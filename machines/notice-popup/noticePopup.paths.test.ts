/** All paths in which notices pop up, wait for the screen, are ticked and closed. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import { LOOK_AGAIN_MS, makeNoticePopupMachine } from './noticePopup.machine.ts';

interface World {
  free: boolean;
}

checkModel(
  {
    machine: makeNoticePopupMachine<string>(),
    world: (): World => ({ free: true }),
    starts: {
      'no notice': (world) => ({ notices: [], isFree: () => world.free }),
      'two notices': (world) => ({ notices: ['first', 'second'], isFree: () => world.free }),
      'a dialog is open': (world) => {
        world.free = false;
        return { notices: ['first'], isFree: () => world.free };
      },
    },
    steps: {
      'ticks tomorrow': { send: { type: 'remind.toggled', remind: 'tomorrow' } },
      'ticks never': { send: { type: 'remind.toggled', remind: 'never' } },
      closes: { send: { type: 'popup.closed' } },
      'half a second': { pass: LOOK_AGAIN_MS },
      'a dialog opens': { change: (world) => void (world.free = false) },
      'the dialog closes': { change: (world) => void (world.free = true) },
    },
    view: ({ context }, { free }) => [context.notices.length, context.remind, free],
    invariants: {
      'it comes up only on a free screen': ({ before, after, world }) =>
        before.matches('showing') || !after.matches('showing') || world.free,
      'a free screen waits for half a second at most': ({ step, after, world }) =>
        step !== 'half a second' || !world.free || !after.matches('waiting'),
      'it ends when every notice was closed, and only then': ({ after }) =>
        after.matches('done') === (after.context.notices.length === 0),
      'each closed notice is remembered once': ({ step, before, did }) =>
        did.filter(({ action }) => action === 'remember').length ===
        (step === 'closes' && before.matches('showing') ? 1 : 0),
      'a tick belongs to one notice': ({ before, after }) =>
        before.context.notices.length === after.context.notices.length || after.context.remind === null,
      'what is on the screen stays until it is closed': ({ step, before, after }) =>
        !before.matches('showing') || step === 'closes' || after.matches('showing'),
    },
  },
  it,
);
