/** Every way a session counts down, is extended, ignored, moved by another tab, and ends. */
import { it } from 'vitest';
import type { SimulatedClock } from 'xstate';
import { checkModel } from '../testing/checkModel.ts';
import {
  EXPIRED_REASON,
  remainingMs,
  sessionMachine,
  TICK_MS,
  WARN_BEFORE_EXPIRY_MS,
} from './session.machine.ts';

const START = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const LENGTH_MS = 7 * MINUTE_MS;

interface World {
  now: () => number;
  /** what is wrong with the computer's clock */
  skew: number;
  loggedOut: unknown[];
}

function world(clock: SimulatedClock): World {
  const made: World = { now: () => START + clock.now() + made.skew, skew: 0, loggedOut: [] };
  return made;
}

const timeOf = (value: unknown): string =>
  typeof value === 'number' && value > 0 ? (value > WARN_BEFORE_EXPIRY_MS ? 'far' : 'near') : 'over';

checkModel(
  {
    machine: sessionMachine,
    world,
    starts: { 'logged in': ({ now }) => ({ deadline: START + LENGTH_MS, now }) },
    steps: {
      'a second': { pass: TICK_MS },
      '2 minutes': { pass: 2 * MINUTE_MS },
      '7 minutes': { pass: LENGTH_MS },
      extends: { send: { type: 'session.extend' } },
      'server gave time': { answer: 'extendSession', output: START + 2 * LENGTH_MS },
      'server refused': { answer: 'extendSession', error: new Error('refused') },
      ignores: { send: { type: 'warning.ignored' } },
      'other tab extended': { send: { type: 'deadline.moved', deadline: START + 2 * LENGTH_MS } },
      'logged out elsewhere': { send: { type: 'session.ended' } },
      'clock set back': { change: (world) => (world.skew -= 60 * MINUTE_MS) },
      'computer slept': { change: (world) => (world.skew += LENGTH_MS) },
    },
    actions: {
      logOut: (world, params) => void world.loggedOut.push(params),
    },
    view: ({ context }, { skew }) => [timeOf(remainingMs(context)), Math.sign(skew)],
    invariants: {
      'a countdown never outlives the deadline': ({ step, after, world }) =>
        !['a second', '2 minutes', '7 minutes'].includes(step) ||
        after.status !== 'active' ||
        world.now() < after.context.deadline,
      'time never goes back': ({ before, after }) => after.context.seen >= before.context.seen,
      'the end logs out once, with the reason': ({ after, history }) => {
        const ends = history.filter(({ action }) => action === 'logOut');
        return after.matches('expired')
          ? ends.length === 1 && JSON.stringify(ends[0]?.params).includes(EXPIRED_REASON)
          : ends.length === 0;
      },
      'the warning shows only in the last five minutes': ({ step, after }) =>
        step === 'other tab extended' ||
        !after.matches({ running: { countdown: 'warning' } }) ||
        remainingMs(after.context) <= WARN_BEFORE_EXPIRY_MS,
      'who ignored the warning is not warned again before time was won': ({ before, after }) =>
        !before.matches({ running: { countdown: 'ignored' } }) ||
        !after.matches({ running: { countdown: 'warning' } }) ||
        after.context.deadline > before.context.deadline,
      'other tabs hear of time won here': ({ step, before, did }) =>
        step !== 'server gave time' ||
        !before.matches({ running: { extension: 'extending' } }) ||
        did.some(({ action }) => action === 'announceDeadline'),
      'a refusal is shown and costs nothing': ({ step, before, after, did }) =>
        step !== 'server refused' ||
        (did.some(({ action }) => action === 'showExtendFailed') &&
          after.context.deadline === before.context.deadline),
    },
  },
  it,
);
