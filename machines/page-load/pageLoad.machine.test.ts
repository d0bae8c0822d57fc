import { afterAll, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import { LOAD_TIMEOUT_MS, MAX_LOAD_RETRIES, pageLoadMachine } from './pageLoad.machine.ts';

const transitions = watchTransitions(pageLoadMachine);

function startLoad(retries: number, loadGroup: () => Promise<void>) {
  const done: string[] = [];
  const clock = new SimulatedClock();
  const act = (name: string) => () => void done.push(name);
  const machine = pageLoadMachine.provide({
    actors: { loadGroup: fromPromise(loadGroup) },
    actions: { forgetRetries: act('forget'), reloadPage: act('reload'), logMaximumExceeded: act('log') },
  });
  const load = createActor(machine, { clock, input: { retries }, inspect: transitions.inspect }).start();
  return { load, clock, done };
}

const fails = () => Promise.reject(new Error('chunk is gone'));
const never = () => new Promise<void>(() => {});

it('forgets earlier retries once the code is there', async () => {
  const { load, done } = startLoad(3, () => Promise.resolve());
  await waitFor(load, (state) => state.matches('loaded'));
  expect(done).toEqual(['forget']);
});

it.each([0, MAX_LOAD_RETRIES - 1])('reloads the page on a failure after %i retries', async (retries) => {
  const { load, done } = startLoad(retries, fails);
  await waitFor(load, (state) => state.status === 'done');
  expect(done).toEqual(['reload']);
});

it('gives up and logs after five retries', async () => {
  const { load, done } = startLoad(MAX_LOAD_RETRIES, fails);
  await waitFor(load, (state) => state.status === 'done');
  expect(load.getSnapshot().value).toBe('gaveUp');
  expect(done).toEqual(['forget', 'log']);
});

it('counts a load that takes too long as failed', () => {
  const { load, clock, done } = startLoad(0, never);
  clock.increment(LOAD_TIMEOUT_MS - 1);
  expect(load.getSnapshot().value).toBe('loading');
  clock.increment(1);
  expect(done).toEqual(['reload']);
});

afterAll(() => expect(transitions.notTaken()).toEqual([]));
