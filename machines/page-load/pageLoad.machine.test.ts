import { afterAll, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import { LOAD_TIMEOUT_MS, MAX_LOAD_RETRIES, pageLoadMachine } from './pageLoad.machine.ts';

const transitions = watchTransitions(pageLoadMachine);
const works = () => Promise.resolve();

function startLoad(retries: number, loadGroup: () => Promise<void>, findServer = works) {
  const done: string[] = [];
  const clock = new SimulatedClock();
  const act = (name: string) => () => void done.push(name);
  const machine = pageLoadMachine.provide({
    actors: { loadGroup: fromPromise(loadGroup), findServer: fromPromise(findServer) },
    actions: { forgetRetries: act('forget'), reloadPage: act('reload'), logMaximumExceeded: act('log') },
  });
  const load = createActor(machine, { clock, input: { retries }, inspect: transitions.inspect }).start();
  const ended = () => waitFor(load, ({ status }) => status === 'done');
  return { load, clock, done, ended };
}

const fails = () => Promise.reject(new Error('chunk is gone'));
const never = () => new Promise<void>(() => {});

it('resets the retries once the code has loaded', async () => {
  const { ended, done } = startLoad(3, works);
  expect((await ended()).value).toBe('loaded');
  expect(done).toEqual(['forget']);
});

it.each([0, MAX_LOAD_RETRIES - 1])('reloads the page on a failure after %i retries', async (retries) => {
  const { ended, done } = startLoad(retries, fails);
  await ended();
  expect(done).toEqual(['reload']);
});

it('gives up and logs after five retries', async () => {
  const { ended, done } = startLoad(MAX_LOAD_RETRIES, fails);
  expect((await ended()).value).toBe('gaveUp');
  expect(done).toEqual(['forget', 'log']);
});

it.each([0, MAX_LOAD_RETRIES])(
  'neither spends nor resets retries without a connection, after %i',
  async (retries) => {
    const { ended, done } = startLoad(retries, fails, fails);
    expect((await ended()).value).toBe('offline');
    expect(done).toEqual([]);
  },
);

it('counts a slow load as failed', async () => {
  const { load, clock, done, ended } = startLoad(0, never);
  clock.increment(LOAD_TIMEOUT_MS - 1);
  expect(load.getSnapshot().value).toBe('loading');
  clock.increment(1);
  await ended();
  expect(done).toEqual(['reload']);
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
