import { afterAll, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import {
  EXPIRED_REASON,
  EXPIRY_REDIRECT_MS,
  remainingMs,
  sessionMachine,
  TICK_MS,
  WARN_BEFORE_EXPIRY_MS,
} from './session.machine.ts';

const transitions = watchTransitions(sessionMachine);
const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

interface Given {
  extendTo?: () => Promise<number>;
  signInWith?: (password: string) => Promise<number>;
  holdsWork?: boolean;
  /** minutes of a session that is not extended */
  length?: number;
}
const refused = () => Promise.reject(new Error('no'));

function startSession(
  minutes: number,
  { extendTo = refused, signInWith = refused, holdsWork = false, length = 60 }: Given = {},
) {
  const clock = new SimulatedClock();
  const wall = { skew: 0 };
  const world = {
    announceDeadline: vi.fn(),
    showWillExpire: vi.fn(),
    showExtendFailed: vi.fn(),
    showLimit: vi.fn(),
    logOut: vi.fn(),
    keepEdits: vi.fn(),
    showExpired: vi.fn(),
    goOn: vi.fn(),
    leave: vi.fn(),
  };
  const machine = sessionMachine.provide({
    actors: {
      extendSession: fromPromise(extendTo),
      signInAgain: fromPromise(({ input }) => signInWith(input.password)),
    },
    actions: {
      keepEdits: world.keepEdits,
      showExpired: world.showExpired,
      goOn: world.goOn,
      leave: world.leave,
      announceDeadline: (_, moved) => world.announceDeadline(moved.deadline),
      showWillExpire: world.showWillExpire,
      showExtendFailed: world.showExtendFailed,
      showLimit: (_, end) => world.showLimit(end.deadline),
      logOut: (_, why) => world.logOut(why.reason),
    },
  });
  const now = () => START + clock.now() + wall.skew;
  const session = createActor(machine, {
    clock,
    input: { deadline: START + minutes * MINUTE, length: length * MINUTE, now, holdsWork: () => holdsWork },
    inspect: transitions.inspect,
  }).start();
  // one big increment would not cross chained timers
  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += TICK_MS) clock.increment(Math.min(TICK_MS, ms - passed));
  };
  const countdown = () => {
    const { value } = session.getSnapshot();
    return typeof value === 'object' && 'running' in value ? value.running.countdown : value;
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

it('warns of a short session in its second half', () => {
  const { pass, countdown } = startSession(5, { length: 5 });
  pass(2 * MINUTE);
  expect(countdown()).toBe('quiet');
  pass(MINUTE);
  expect(countdown()).toBe('warning');
});

it('says that a session is as long as it can be, and does not warn again', async () => {
  const end = START + 6 * MINUTE;
  const { session, pass, countdown, announceDeadline, showLimit } = startSession(6, {
    extendTo: () => Promise.resolve(end),
  });
  pass(2 * MINUTE);
  session.send({ type: 'warning.ignored' });
  session.send({ type: 'session.extend' });
  await waitFor(session, (state) => state.matches({ running: { extension: 'idle' } }));
  expect(showLimit).toHaveBeenCalledExactlyOnceWith(end);
  expect(countdown()).toBe('ignored');
  expect(announceDeadline).not.toHaveBeenCalled();
});

it('logs out at zero with the reason', () => {
  const { session, pass, logOut } = startSession(6);
  pass(6 * MINUTE - TICK_MS);
  expect(logOut).not.toHaveBeenCalled();
  pass(TICK_MS);
  expect(logOut).toHaveBeenCalledExactlyOnceWith(EXPIRED_REASON);
  expect(session.getSnapshot().value).toEqual({ over: 'leaving' });
});

it('announces an extension to the other tabs, and hides the warning', async () => {
  const later = START + 60 * MINUTE;
  const { session, pass, countdown, announceDeadline } = startSession(6, {
    extendTo: () => Promise.resolve(later),
  });
  pass(2 * MINUTE);
  expect(countdown()).toBe('warning');
  session.send({ type: 'session.extend' });
  await waitFor(session, (state) => state.context.deadline === later);
  expect(countdown()).toBe('quiet');
  expect(announceDeadline).toHaveBeenCalledExactlyOnceWith(later);
});

it('reports a failed extension and keeps counting', async () => {
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

it('expires at the first tick after the computer was suspended past the deadline', () => {
  const { pass, wall, logOut } = startSession(30);
  wall.skew = 31 * MINUTE;
  pass(TICK_MS);
  expect(logOut).toHaveBeenCalledOnce();
});

it('opens the login page when another tab has logged out', () => {
  const { session, pass, logOut, leave } = startSession(1, { holdsWork: true });
  session.send({ type: 'session.ended' });
  pass(2 * MINUTE);
  expect(session.getSnapshot().value).toBe('left');
  expect(leave).toHaveBeenCalledOnce();
  expect(logOut).not.toHaveBeenCalled();
});

describe('an expired session', () => {
  it('opens the login page after a second if nothing would be lost', () => {
    const { session, pass, keepEdits, showExpired, leave, logOut } = startSession(60);
    session.send({ type: 'session.expired' });
    expect(keepEdits).toHaveBeenCalledOnce();
    expect(showExpired).toHaveBeenCalledOnce();
    pass(EXPIRY_REDIRECT_MS - 1);
    expect(leave).not.toHaveBeenCalled();
    pass(1);
    expect(leave).toHaveBeenCalledOnce();
    // the server already knows
    expect(logOut).not.toHaveBeenCalled();
  });

  it('covers the page if there is unsaved work, without a limit', () => {
    const { session, pass, keepEdits, leave } = startSession(1, { holdsWork: true });
    pass(12 * 60 * MINUTE);
    expect(session.getSnapshot().value).toEqual({ over: { covered: 'asking' } });
    expect(keepEdits).toHaveBeenCalledOnce();
    expect(leave).not.toHaveBeenCalled();
  });

  it('continues after signing in, with the full new time', async () => {
    const later = START + 90 * MINUTE;
    const given = vi.fn(() => Promise.resolve(later));
    const { session, goOn, countdown } = startSession(60, { holdsWork: true, signInWith: given });
    session.send({ type: 'session.expired' });
    session.send({ type: 'password.given', password: 'right' });
    await waitFor(session, (state) => state.matches('running'));
    expect(given).toHaveBeenCalledExactlyOnceWith('right');
    expect(goOn).toHaveBeenCalledOnce();
    expect(countdown()).toBe('quiet');
    expect(remainingMs(session.getSnapshot().context)).toBe(90 * MINUTE);
  });

  it('reports why signing in failed, and asks again', async () => {
    const { session, goOn } = startSession(60, { holdsWork: true });
    session.send({ type: 'session.expired' });
    session.send({ type: 'password.given', password: 'wrong' });
    expect(session.getSnapshot().matches({ over: { covered: 'signingIn' } })).toBe(true);
    await waitFor(session, (state) => state.matches({ over: { covered: 'asking' } }));
    expect(session.getSnapshot().context.failure).toEqual(new Error('no'));
    expect(goOn).not.toHaveBeenCalled();
  });

  it('continues when another tab has signed in, even if this one was about to leave', () => {
    for (const holdsWork of [true, false]) {
      const { session, pass, goOn, leave } = startSession(60, { holdsWork });
      session.send({ type: 'session.expired' });
      session.send({ type: 'session.renewed', deadline: START + 90 * MINUTE });
      pass(2 * MINUTE);
      expect(goOn).toHaveBeenCalledOnce();
      expect(leave).not.toHaveBeenCalled();
      expect(session.getSnapshot().matches('running')).toBe(true);
    }
  });

  it('is left for the login page on request', () => {
    const { session, leave } = startSession(60, { holdsWork: true });
    session.send({ type: 'session.expired' });
    session.send({ type: 'page.left' });
    expect(leave).toHaveBeenCalledOnce();
    expect(session.getSnapshot().status).toBe('done');
  });

  it('does not end the new session because of a clock that was ahead and is corrected', () => {
    const { session, pass, wall } = startSession(30, { holdsWork: true });
    wall.skew = 24 * 60 * MINUTE;
    pass(TICK_MS);
    wall.skew = 0;
    session.send({ type: 'session.renewed', deadline: START + 90 * MINUTE });
    pass(MINUTE);
    expect(session.getSnapshot().matches({ running: { countdown: 'quiet' } })).toBe(true);
  });
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
