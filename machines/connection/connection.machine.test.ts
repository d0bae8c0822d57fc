import { afterAll, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import {
  BACK_SHOWN_MS,
  connectionMachine,
  LOOK_TIMEOUT_MS,
  SPREAD,
  COUNTDOWN_TICK_MS,
  waitLeftMs,
  WAITS_MS,
} from './connection.machine.ts';

const transitions = watchTransitions(connectionMachine);

function startConnection(random = 0.5) {
  const done: string[] = [];
  const clock = new SimulatedClock();
  const server = { answers: false, looks: 0, hangs: false };
  const act = (name: string) => () => void done.push(name);
  const machine = connectionMachine.provide({
    actors: {
      findServer: fromPromise(async () => {
        server.looks += 1;
        if (server.hangs) await new Promise(() => {});
        if (!server.answers) throw new Error('no connection');
      }),
    },
    actions: { askAgain: act('askAgain'), tellMissed: act('tellMissed') },
  });
  const input = { now: () => clock.now(), random: () => random };
  const actor = createActor(machine, { clock, input, inspect: transitions.inspect }).start();
  const is = (state: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) =>
    waitFor(actor, (snapshot) => snapshot.matches(state));
  return { actor, clock, done, server, is };
}

it('does not report a lost connection if one call failed and the server answers', async () => {
  const { actor, done, server, is } = startConnection();
  server.answers = true;
  actor.send({ type: 'call.lost' });
  await is('online');
  expect(done).toEqual([]);
});

it('reports a reading that got no answer, before and after the server is found', async () => {
  const { actor, done, server, is } = startConnection();
  server.answers = true;
  actor.send({ type: 'call.lost' });
  actor.send({ type: 'reading.failed' });
  expect(done).toEqual([]);
  await is('online');
  expect(done).toEqual(['tellMissed']);
  actor.send({ type: 'reading.failed' });
  expect(done).toEqual(['tellMissed', 'tellMissed']);
  actor.send({ type: 'call.lost' });
  await is('online');
  expect(done).toHaveLength(2);
});

it('waits longer after each failed probe, and repeats calls when the server is back', async () => {
  const { actor, clock, done, server, is } = startConnection();
  actor.send({ type: 'call.lost' });
  for (const wait of [...WAITS_MS, 60_000]) {
    await is({ offline: 'waiting' });
    expect(waitLeftMs(actor.getSnapshot().context)).toBe(wait);
    clock.increment(wait - COUNTDOWN_TICK_MS);
    expect(actor.getSnapshot().matches({ offline: 'waiting' })).toBe(true);
    clock.increment(COUNTDOWN_TICK_MS);
    expect(actor.getSnapshot().matches({ offline: 'looking' })).toBe(true);
  }
  await is({ offline: 'waiting' });
  server.answers = true;
  actor.send({ type: 'try.now' });
  await is('back');
  expect(done).toEqual(['askAgain']);
  clock.increment(BACK_SHOWN_MS);
  expect(actor.getSnapshot().value).toBe('online');
  expect(actor.getSnapshot().context).toMatchObject({ attempts: 0, found: 1 });
});

it.each([
  [0, WAITS_MS[0] * (1 - SPREAD)],
  [1, WAITS_MS[0] * (1 + SPREAD)],
])('spreads the probes of many browsers: %d gives %d ms', async (random, wait) => {
  const { actor, is } = startConnection(random);
  actor.send({ type: 'browser.offline' });
  await is('offline');
  expect(waitLeftMs(actor.getSnapshot().context)).toBeCloseTo(wait);
});

it('probes immediately when the browser is online again', async () => {
  const { actor, server, is } = startConnection();
  actor.send({ type: 'browser.offline' });
  server.answers = true;
  actor.send({ type: 'browser.online' });
  await is('back');
  actor.send({ type: 'browser.offline' });
  await is('offline');
  expect(server.looks).toBe(1);
});

it('treats any answer as a connection', () => {
  const { actor, done } = startConnection();
  actor.send({ type: 'browser.offline' });
  actor.send({ type: 'call.answered' });
  expect(actor.getSnapshot().value).toBe('back');
  expect(done).toEqual(['askAgain']);
});

it('does not retry endlessly if a call fails although the server answers', async () => {
  const { actor, done, server, is } = startConnection();
  server.answers = true;
  actor.send({ type: 'browser.offline' });
  actor.send({ type: 'try.now' });
  await is('back');
  actor.send({ type: 'reading.failed' });
  actor.send({ type: 'call.lost' });
  await is('online');
  expect(done).toEqual(['askAgain', 'tellMissed']);
});

it('counts a slow probe as failed', async () => {
  const { actor, clock, server, is } = startConnection();
  server.hangs = true;
  actor.send({ type: 'call.lost' });
  clock.increment(LOOK_TIMEOUT_MS);
  await is({ offline: 'waiting' });
  actor.send({ type: 'try.now' });
  clock.increment(LOOK_TIMEOUT_MS);
  await is({ offline: 'waiting' });
  expect(actor.getSnapshot().context.attempts).toBe(2);
  server.hangs = false;
  server.answers = true;
  actor.send({ type: 'try.now' });
  await is('back');
  actor.send({ type: 'call.lost' });
  actor.send({ type: 'browser.offline' });
  expect(actor.getSnapshot().matches('offline')).toBe(true);
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
