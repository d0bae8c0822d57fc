import { afterAll, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import {
  makeAiCodingMachine,
  POLL_FOR_MS,
  POLL_WAITS_MS,
  type AiCodingFailure,
  type Recommendation,
} from './aiCoding.machine.ts';

const chart = makeAiCodingMachine<string>();
const transitions = watchTransitions(chart);
const PENDING: Recommendation<string> = { status: 'PENDING', recommendedCodes: [] };
const NONE: Recommendation<string> = { status: 'NOT_MATCHED', recommendedCodes: [] };
const FOUND: Recommendation<string> = { status: 'MATCHED', recommendedCodes: ['1'] };

/** Answers are returned in order, the last one repeatedly; a failure is thrown. */
function start(...answers: (Recommendation<string> | AiCodingFailure)[]) {
  const done: string[] = [];
  const requests: boolean[] = [];
  const clock = new SimulatedClock();
  const act = (name: string) => () => void done.push(name);
  const machine = chart.provide({
    actors: {
      askForCodes: fromPromise(async ({ input }: { input: { shouldUsePooling: boolean } }) => {
        requests.push(input.shouldUsePooling);
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        if (!answer || 'kind' in answer) throw answer;
        return answer;
      }),
    },
    actions: {
      showCodes: act('showCodes'),
      tellNoResults: act('tellNoResults'),
      tellMissingItem: act('tellMissingItem'),
      tellAiError: act('tellAiError'),
      tellFailure: act('tellFailure'),
      tellTooLate: act('tellTooLate'),
      returnKeyword: ({ context }) => void done.push(`returned ${context.keyword}`),
    },
  });
  const input = {
    keyword: 'head',
    now: () => clock.now(),
    failureOf: (error: unknown) => error as AiCodingFailure,
  };
  const actor = createActor(machine, { clock, input, inspect: transitions.inspect }).start();
  const is = (state: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) =>
    waitFor(actor, (snapshot) => snapshot.matches(state));
  return { actor, asked: requests, clock, done, is };
}

it('shows the result of the first request', async () => {
  const { actor, asked: requests, done, is } = start(FOUND);
  await is('ready');
  expect([requests, done, actor.getSnapshot().context.codes]).toEqual([[false], ['showCodes'], ['1']]);
});

it('repeats the request with polling if the first answer is empty', async () => {
  const { asked: requests, done, is } = start(NONE, FOUND);
  await is('ready');
  expect([requests, done]).toEqual([[false, true], ['showCodes']]);
});

it('reports no results only after polling', async () => {
  const { asked: requests, done, is } = start(NONE);
  await is('notMatched');
  expect([requests, done]).toEqual([[false, true], ['tellNoResults']]);
});

it('waits longer after each request, up to the deadline', async () => {
  const { asked: requests, clock, done, is, actor } = start(PENDING);
  const waits: number[] = [];
  await is({ polling: 'waiting' });
  while (actor.getSnapshot().matches({ polling: 'waiting' })) {
    const wait = actor.getSnapshot().context.nextAt - clock.now();
    waits.push(wait);
    clock.increment(wait - 1);
    expect(actor.getSnapshot().matches({ polling: 'waiting' })).toBe(true);
    clock.increment(1);
    await waitFor(actor, (snapshot) => !snapshot.matches({ polling: 'asking' }));
  }
  expect(waits.slice(0, POLL_WAITS_MS.length + 1)).toEqual([...POLL_WAITS_MS, POLL_WAITS_MS.at(-1)]);
  expect(clock.now()).toBeGreaterThanOrEqual(POLL_FOR_MS);
  expect(clock.now()).toBeLessThan(POLL_FOR_MS + (POLL_WAITS_MS.at(-1) ?? 0));
  expect(done).toEqual(['tellTooLate']);
  expect(actor.getSnapshot().matches('searching')).toBe(true);
  expect(requests.slice(1).every(Boolean)).toBe(true);
});

it('requests immediately when a hidden tab becomes visible after the due time, and not before', async () => {
  const { actor, clock, is } = start(PENDING, PENDING, FOUND);
  await is({ polling: 'waiting' });
  actor.send({ type: 'tab.shown' });
  expect(actor.getSnapshot().matches({ polling: 'waiting' })).toBe(true);
  // the wall clock advanced, the timer did not
  const { context } = actor.getSnapshot();
  const { now } = context;
  context.now = () => now() + 2 * POLL_WAITS_MS[0];
  actor.send({ type: 'tab.shown' });
  await is('ready');
  expect(clock.now()).toBe(0);
});

it.each<[AiCodingFailure, string, string[]]>([
  [{ kind: 'closed' }, 'closed', []],
  [{ kind: 'missingItem', message: 'Reaction' }, 'missingItem', ['tellMissingItem']],
  [{ kind: 'aiError', message: 'no terms' }, 'aiError', ['tellAiError']],
  [{ kind: 'other', error: 1 }, 'searching', ['tellFailure']],
])('reports a failure by its cause: %j', async (failure, state, expected) => {
  const first = start(failure);
  await first.is(state as 'closed');
  const later = start(PENDING, failure);
  await later.is(state as 'closed');
  expect([first.done, later.done]).toEqual([expected, expected]);
});

it('is left by a search of the user, whatever arrives later', async () => {
  const { actor, clock, asked: requests, done, is } = start(PENDING);
  await is({ polling: 'waiting' });
  actor.send({ type: 'search.asked' });
  actor.send({ type: 'search.asked' });
  const before = requests.length;
  clock.increment(POLL_FOR_MS);
  expect([requests.length, done, actor.getSnapshot().value]).toEqual([before, [], 'searching']);
});

it('stops on closing, and returns the last keyword', async () => {
  const { actor, clock, asked: requests, done, is } = start(PENDING);
  await is({ polling: 'waiting' });
  actor.send({ type: 'keyword.typed', keyword: 'headache' });
  actor.send({ type: 'dialog.closed' });
  const before = requests.length;
  clock.increment(POLL_FOR_MS);
  expect([requests.length, done]).toEqual([before, ['returned headache']]);
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
