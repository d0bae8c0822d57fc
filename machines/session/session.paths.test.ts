/**
 * All paths in which a session counts down, is extended, ignored, updated by another tab, expires, and continues over
 * the page.
 */
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
/** warned of in its last five minutes */
const OPENED = { deadline: START + LENGTH_MS, length: 60 * MINUTE_MS };

/** steps in which time passes */
const PASSING = ['a second', '2 minutes', '7 minutes'];

interface World {
  now: () => number;
  /** the error of the computer's clock */
  skew: number;
}

function world(clock: SimulatedClock): World {
  const made: World = { now: () => START + clock.now() + made.skew, skew: 0 };
  return made;
}

const timeOf = (value: unknown): string =>
  typeof value === 'number' && value > 0 ? (value > WARN_BEFORE_EXPIRY_MS ? 'far' : 'near') : 'over';

checkModel(
  {
    machine: sessionMachine,
    world,
    starts: {
      'a page to read': ({ now }) => ({ ...OPENED, now, holdsWork: () => false }),
      'a page with edits': ({ now }) => ({ ...OPENED, now, holdsWork: () => true }),
    },
    steps: {
      'a second': { pass: TICK_MS },
      '2 minutes': { pass: 2 * MINUTE_MS },
      '7 minutes': { pass: LENGTH_MS },
      extends: { send: { type: 'session.extend' } },
      'server gave time': { answer: 'extendSession', output: START + 2 * LENGTH_MS },
      'server gave no more': { answer: 'extendSession', output: START + LENGTH_MS },
      'server refused': { answer: 'extendSession', error: new Error('refused') },
      ignores: { send: { type: 'warning.ignored' } },
      'other tab extended': { send: { type: 'deadline.moved', deadline: START + 2 * LENGTH_MS } },
      'logged out elsewhere': { send: { type: 'session.ended' } },
      'server said EXPIRED': { send: { type: 'session.expired' } },
      'gives a password': { send: { type: 'password.given', password: 'one' } },
      'server took it': { answer: 'signInAgain', output: START + 3 * LENGTH_MS },
      'server did not take it': { answer: 'signInAgain', error: new Error('wrong') },
      'other tab signed in': { send: { type: 'session.renewed', deadline: START + 3 * LENGTH_MS } },
      'somebody else instead': { send: { type: 'page.left' } },
      'clock set back': { change: (world) => (world.skew -= 60 * MINUTE_MS) },
      'computer slept': { change: (world) => (world.skew += LENGTH_MS) },
    },
    view: ({ context }, { skew }) => [timeOf(remainingMs(context)), Math.sign(skew)],
    invariants: {
      'a countdown never outlives the deadline': ({ step, after, world }) =>
        !PASSING.includes(step) || !after.matches('running') || world.now() < after.context.deadline,
      'time never goes back': ({ before, after }) =>
        !before.matches('running') || after.context.seen >= before.context.seen,
      'the end logs out once, with the reason': ({ step, before, after, did }) => {
        const logOuts = did.filter(({ action }) => action === 'logOut');
        const ranOut = before.matches('running') && !after.matches('running') && PASSING.includes(step);
        return ranOut
          ? logOuts.length === 1 && JSON.stringify(logOuts[0]?.params).includes(EXPIRED_REASON)
          : logOuts.length === 0;
      },
      'nothing is covered or left before the edits are written down': ({ before, after, did }) =>
        !(before.matches('running') && after.matches('over')) ||
        did.filter(({ action }) => action === 'keepEdits').length === 1,
      'a page with edits is left only when the user says so': ({ step, before, after }) =>
        !before.context.holdsWork() ||
        !after.matches('left') ||
        before.matches('left') ||
        ['somebody else instead', 'logged out elsewhere'].includes(step),
      'the page goes on exactly when somebody has signed in again': ({ before, after, did }) =>
        did.some(({ action }) => action === 'goOn') === (before.matches('over') && after.matches('running')),
      'the login is asked for once': ({ after, history }) =>
        history.filter(({ action }) => action === 'leave').length === (after.matches('left') ? 1 : 0),
      'no password is kept': ({ after }) => !JSON.stringify(after.context).includes('one'),
      'the warning shows only in the last five minutes': ({ step, after }) =>
        step === 'other tab extended' ||
        !after.matches({ running: { countdown: 'warning' } }) ||
        remainingMs(after.context) <= WARN_BEFORE_EXPIRY_MS,
      'who ignored the warning is not warned again before time was won': ({ before, after }) =>
        !before.matches({ running: { countdown: 'ignored' } }) ||
        !after.matches({ running: { countdown: 'warning' } }) ||
        after.context.deadline > before.context.deadline,
      'other tabs hear of time won here': ({ step, before, after, did }) =>
        step !== 'server gave time' ||
        !before.matches({ running: { extension: 'extending' } }) ||
        before.context.deadline === after.context.deadline ||
        did.some(({ action }) => action === 'announceDeadline'),
      'an extension that wins nothing is told': ({ step, before, did }) =>
        step !== 'server gave no more' ||
        before.context.deadline !== START + LENGTH_MS ||
        did.some(({ action }) => action === 'showLimit'),
      'a refusal is shown and costs nothing': ({ step, before, after, did }) =>
        step !== 'server refused' ||
        (did.some(({ action }) => action === 'showExtendFailed') &&
          after.context.deadline === before.context.deadline),
    },
  },
  it,
);
