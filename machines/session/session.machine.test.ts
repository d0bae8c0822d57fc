import { afterAll, expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import {
  EXPIRED_REASON,
  remainingMs,
  sessionMachine,
  TICK_MS,
  WARN_BEFORE_EXPIRY_MS,
} from './session.machine.ts';

const transitions = watchTransitions(sessionMachine);
const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

function startSession(
  minutes: number,
  extendTo: () => Promise<number> = () => Promise.reject(new Error('no')),
) {
  const clock = new SimulatedClock();
  const wall = { skew: 0 };
  const world = {
    announceDeadline: vi.fn(),
    showWillExpire: vi.fn(),
    showExtendFailed: vi.fn(),
    logOut: vi.fn(),
  };
  const machine = sessionMachine.provide({
    actors: { extendSession: fromPromise(extendTo) },
    actions: {
      announceDeadline: (_, moved) => world.announceDeadline(moved.deadline),
      showWillExpire: world.showWillExpire,
      showExtendFailed: world.showExtendFailed,
      logOut: (_, why) => world.logOut(why.reason),
    },
  });
  const now = () => START + clock.now() + wall.skew;
  const session = createActor(machine, {
    clock,
    input: { deadline: START + minutes * MINUTE, now },
    inspect: transitions.inspect,
  }).start();
  // one big increment would not cross chained timers
  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += TICK_MS) clock.increment(TICK_MS);
  };
  const countdown = () => {
    const { value } = session.getSnapshot();
    return typeof value === 'string' ? value : value.running.countdown;
  };
  return { session, pass, wall, countdown, ...world };
}

it('warns five minutes before the end, not earlier', () => {
  const { pass, countdown } = startSession(10);
  pass(10 * MINUTE - WARN_BEFORE_EXPIRY_MS - TICK_MS);
  expect(countdown()).toBe('quiet');
  pass(TICK_MS);
  expect(countdown()).toBe('warning');
});

it('logs out at zero with the reason', () => {
  const { session, pass, logOut } = startSession(6);
  pass(6 * MINUTE - TICK_MS);
  expect(logOut).not.toHaveBeenCalled();
  pass(TICK_MS);
  expect(logOut).toHaveBeenCalledExactlyOnceWith(EXPIRED_REASON);
  expect(session.getSnapshot().value).toBe('expired');
});

it('tells the other tabs when extended, and goes quiet', async () => {
  const later = START + 60 * MINUTE;
  const { session, pass, countdown, announceDeadline } = startSession(6, () => Promise.resolve(later));
  pass(2 * MINUTE);
  expect(countdown()).toBe('warning');
  session.send({ type: 'session.extend' });
  await waitFor(session, (state) => state.context.deadline === later);
  expect(countdown()).toBe('quiet');
  expect(announceDeadline).toHaveBeenCalledExactlyOnceWith(later);
});

it('says so and keeps counting when an extension fails', async () => {
  const { session, pass, showExtendFailed, logOut } = startSession(1);
  session.send({ type: 'session.extend' });
  await waitFor(session, (state) => state.matches({ running: { extension: 'idle' } }));
  expect(showExtendFailed).toHaveBeenCalledOnce();
  pass(MINUTE);
  expect(logOut).toHaveBeenCalledOnce();
});

it('does not warn again after Ignore, until another tab extends', () => {
  const { session, pass, countdown, showWillExpire } = startSession(5);
  expect(countdown()).toBe('warning');
  session.send({ type: 'warning.ignored' });
  expect(showWillExpire).toHaveBeenCalledOnce();
  pass(MINUTE);
  expect(countdown()).toBe('ignored');
  session.send({ type: 'deadline.moved', deadline: START + 20 * MINUTE });
  expect(countdown()).toBe('quiet');
});

it('does not gain time when the system clock is set back', () => {
  const { session, pass, wall, logOut } = startSession(6);
  pass(MINUTE);
  wall.skew = -60 * MINUTE;
  pass(5 * MINUTE - TICK_MS);
  expect(remainingMs(session.getSnapshot().context)).toBe(TICK_MS);
  pass(TICK_MS);
  expect(logOut).toHaveBeenCalledOnce();
});

it('expires at the first tick after a computer slept past the deadline', () => {
  const { pass, wall, logOut } = startSession(30);
  wall.skew = 31 * MINUTE;
  pass(TICK_MS);
  expect(logOut).toHaveBeenCalledOnce();
});

it('stops counting when the session is ended elsewhere', () => {
  const { session, pass, logOut } = startSession(1);
  session.send({ type: 'session.ended' });
  pass(2 * MINUTE);
  expect(session.getSnapshot().value).toBe('ended');
  expect(logOut).not.toHaveBeenCalled();
});

afterAll(() => expect(transitions.notTaken()).toEqual([]));
