/** All paths in which a connection is lost, probed and restored. */
import { it } from 'vitest';
import type { SimulatedClock } from 'xstate';
import { checkModel } from '../testing/checkModel.ts';
import {
  BACK_SHOWN_MS,
  connectionMachine,
  LOOK_TIMEOUT_MS,
  SPREAD,
  COUNTDOWN_TICK_MS,
  waitLeftMs,
  WAITS_MS,
} from './connection.machine.ts';

interface World {
  now: () => number;
}
const MAX_WAIT_MS = (WAITS_MS.at(-1) ?? 0) * (1 + SPREAD);

checkModel(
  {
    machine: connectionMachine,
    world: (clock: SimulatedClock): World => ({ now: () => clock.now() }),
    starts: { connected: ({ now }) => ({ now, random: () => 0.5 }) },
    steps: {
      'a call is lost': { send: { type: 'call.lost' } },
      'a reading failed': { send: { type: 'reading.failed' } },
      'a call is answered': { send: { type: 'call.answered' } },
      'cable pulled': { send: { type: 'browser.offline' } },
      'cable plugged': { send: { type: 'browser.online' } },
      'tries now': { send: { type: 'try.now' } },
      'server answers': { answer: 'findServer', output: undefined },
      'nobody answers': { answer: 'findServer', error: new Error('no connection') },
      'a second': { pass: COUNTDOWN_TICK_MS },
      'the first wait': { pass: WAITS_MS[0] },
      'the back is read': { pass: BACK_SHOWN_MS },
      'nothing for 10 s': { pass: LOOK_TIMEOUT_MS },
    },
    view: ({ context }) => [Math.min(context.attempts, 3), waitLeftMs(context) > 0, context.missed],
    invariants: {
      'it waits only while it is lost, and never longer than a minute and a bit': ({ after }) =>
        after.matches('offline') || after.context.attempts === 0
          ? waitLeftMs(after.context) <= MAX_WAIT_MS
          : false,
      'what failed is asked again once for each loss, when the connection is back': ({
        before,
        after,
        did,
      }) =>
        did.filter(({ action }) => action === 'askAgain').length ===
        (before.matches('offline') && (after.matches('back') || after.matches('online')) ? 1 : 0),
      'the connection is not called lost for a single call while it is looked into': ({
        step,
        before,
        after,
      }) => !(step === 'a call is lost' && before.matches('online')) || after.matches('doubting'),
      'a failed reading is told once, while there is a connection': ({ step, before, after, did }) =>
        did.filter(({ action }) => action === 'tellMissed').length ===
        Number(step === 'a reading failed' && (before.matches('online') || before.matches('back'))) +
          Number(before.context.missed && after.matches('online')),
      'whoever wants to try now is heard': ({ step, before, after }) =>
        !(step === 'tries now' && before.matches({ offline: 'waiting' })) ||
        after.matches({ offline: 'looking' }),
      'it is found only by an answer': ({ step, before, after }) =>
        !(before.matches('offline') && after.matches('back')) ||
        step === 'server answers' ||
        step === 'a call is answered',
    },
  },
  it,
);
